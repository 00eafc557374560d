import { readFileSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aliceAndBob } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const MEGABYTES_30 = 30_000_000;

/** Of a body that is announced: an api that waited for more of it would wait for ever. */
const SENT_BYTES = 1_000_000;

let stack: Stack;
let api: Running;
let seed: Loaded;

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  seed = await stack.load(aliceAndBob);
  api = await stack.start('api');
});
afterAll(() => stack.destroy());

type Sent = { readonly token?: string | undefined; readonly episode: string; readonly expect?: boolean };
type Refusal = { readonly status: number; readonly sent: number; readonly continued: boolean };

/** Announces 30 MB, sends the first of them slowly, and no more. */
function send({ token, episode, expect: expects = false }: Sent): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let continued = false;
    const upload = request(`${api.baseUrl}/api/v1/episodes/${seed.episodes[episode]}/transcript`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': MEGABYTES_30,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(expects ? { Expect: '100-continue' } : {}),
      },
    });
    upload.on('continue', () => (continued = true));
    upload.once('response', (response) => {
      clearInterval(timer);
      resolve({ status: response.statusCode ?? 0, sent, continued });
      upload.destroy();
    });
    upload.once('error', reject);
    const write = () => {
      upload.write(Buffer.alloc(65_536));
      sent += 65_536;
    };
    if (expects) upload.flushHeaders();
    else write();
    const timer = expects ? undefined : setInterval(() => void (sent < SENT_BYTES && write()), 20);
  });
}

const residentMegabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024;

describe('a body of 30 MB is refused before it is read (contract 2.11)', () => {
  const cases = [
    ['without a token', () => ({ episode: 'e1' }), 401],
    ['without the permission', () => ({ episode: 'e1', token: seed.tokens['read'] }), 403],
    ['to an episode of somebody else', () => ({ episode: 'foreign', token: seed.tokens['all'] }), 403],
  ] as const;

  it.each(cases)('a body of 30 MB is refused before it is read: %s', async (_, sent, status) => {
    expect((await send(sent())).status).toBe(status);
  });

  it.each(cases)('a body of 30 MB is refused: %s, and the client that asks first is not told to go on', async (_, sent, status) => {
    expect(await send({ ...sent(), expect: true })).toEqual({ status, sent: 0, continued: false });
  });

  it('memory does not grow while bodies of 30 MB are refused', async () => {
    const send30 = (token?: string) =>
      fetch(`${api.baseUrl}/api/v1/episodes/${seed.episodes['e1']}/transcript`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
        body: new Uint8Array(MEGABYTES_30),
      }).then(async (answer) => (await answer.text(), answer.status));
    for (let round = 0; round < 5; round++) expect(await send30()).toBe(401); // what the first requests need
    const before = residentMegabytes();
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => send30(index % 2 ? seed.tokens['read'] : undefined)));
    expect(new Set(statuses)).toEqual(new Set([401, 403]));
    expect(residentMegabytes() - before).toBeLessThan(60); // 600 MB went by
  });

  it('a body without a length is read no further than the limit', async () => {
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const upload = request(`${api.baseUrl}/api/v1/episodes/${seed.episodes['e1']}/transcript`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', Authorization: `Bearer ${seed.tokens['all']}` },
      });
      let over = false;
      upload.once('response', (response) => {
        over = true;
        let text = '';
        response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      upload.once('error', reject);
      const more = () => {
        if (over) upload.destroy();
        else upload.write(Buffer.alloc(1_000_000), more);
      };
      more();
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('"too_large"');
  });
});

describe('bodies of 32 MB of one user that do not arrive', () => {
  /** Announces a body, and sends a byte of it once it is asked for. */
  function announce(): { readonly upload: ClientRequest; readonly isRead: () => boolean } {
    let isRead = false;
    const upload = request(`${api.baseUrl}/api/v1/episodes/${seed.episodes['e1']}/transcript`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': 32_000_000,
        Authorization: `Bearer ${seed.tokens['all']}`,
        Expect: '100-continue',
        'X-Request-Id': `announced-${(announced += 1)}`,
      },
    });
    upload.on('continue', () => ((isRead = true), upload.write('{'))).on('error', () => undefined);
    upload.flushHeaders();
    return { upload, isRead: () => isRead };
  }
  let announced = 0;

  it('bodies of 32 MB that do not arrive delay no upload, of their own user neither, and are no error when their client goes', async () => {
    const bodies = Array.from({ length: 4 }, announce);
    await until(() => bodies.every(({ isRead }) => isRead()));
    const content = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(5_000_000)}\n`;
    for (const [token, episode] of [
      ['bob', 'foreign'],
      ['all', 'e2'],
    ] as const) {
      const answer = await fetch(`${api.baseUrl}/api/v1/episodes/${seed.episodes[episode]}/transcript`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${seed.tokens[token]}` },
        body: JSON.stringify({ content }),
      });
      expect(answer.status).toBe(201);
    }
    for (const { upload } of bodies) upload.destroy();
    const lines = () => api.output().split('\n').filter((line) => line.includes('"announced-')); // prettier-ignore
    await until(() => lines().length >= bodies.length);
    expect(lines().filter((line) => (JSON.parse(line) as { level: string }).level !== 'info')).toEqual([]);
  });
});
