import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { chromiumPath } from '@app/stack/browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { MeteredLine } from '../metered-line.js';
import { withPage } from '../page.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { idOf, noise, sha256, sha256Of, Tus } from '../tus.js';

const CLIENTS = join(import.meta.dirname, '../../clients');
const MB = 1024 * 1024;

/** For a step of a page in a browser. */
const PAGE_TIMEOUT_MS = 100_000;

let stack: Stack;
let seed: Loaded;
let one: Running;
let two: Running;

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  seed = await stack.load(aliceAndBob);
  [one, two] = await Promise.all([stack.start('api'), stack.start('api')]);
});
afterAll(() => stack.destroy());

const caller = (api: { readonly baseUrl: string }) => new Client(api.baseUrl, seed.tokens['all']);
const tusAt = (api: { readonly baseUrl: string }) => new Tus(caller(api));
const client = () => createClient({ baseUrl: one.baseUrl, token: seed.tokens['all'] ?? '' });
const of = (upload: string) => ({ params: { path: { upload } } });
const show = async (id: string) => (await client().GET('/api/v1/uploads/{upload}', of(id))).data.data;
const fileOf = (id: string) => join(stack.dir, 'uploads', id);

type Trickle = {
  /** Status and offset of the answer; undefined when the connection ended without one. */
  readonly answer: Promise<{ readonly status: number; readonly offset: number } | undefined>;
  readonly write: (bytes: Uint8Array) => void;
};

/** A PATCH that sends what it is told to, when it is told to. */
function trickle(api: Running, path: string, { offset, length }: { offset: number; length: number }): Trickle {
  const sending = request(`${api.baseUrl}${path}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${seed.tokens['all']}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': offset,
      'Content-Length': length,
    },
  });
  const answer = new Promise<{ status: number; offset: number } | undefined>((resolve) => {
    sending.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, offset: Number(response.headers['upload-offset']) });
      sending.destroy();
    });
    sending.once('error', () => resolve(undefined)).once('close', () => resolve(undefined));
  });
  return { answer, write: (bytes) => void sending.write(bytes) };
}

/** Sends the rest of an upload from wherever it stands. */
async function finish(tus: Tus, path: string, bytes: Buffer): Promise<void> {
  const offset = await tus.offset(path);
  if (offset < bytes.length) expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
}

describe('with several api processes on one database', () => {
  it('a client that resumes at another process gets the upload from its request that hangs', async () => {
    const bytes = noise(3 * MB);
    const path = await tusAt(one).begin(bytes.length);
    const hanging = trickle(one, path, { offset: 0, length: bytes.length });
    hanging.write(bytes.subarray(0, MB));
    await until(async () => (await readFile(fileOf(idOf(path)))).length === MB);
    expect(await tusAt(two).offset(path)).toBe(MB);
    expect(await hanging.answer).toEqual({ status: 204, offset: MB }); // it is told how far it came
    await finish(tusAt(two), path, bytes);
    expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
    expect(await show(idOf(path))).toMatchObject({ status: 'completed' });
  });

  it('pieces of an upload that are sent to all processes at once never make another file', async () => {
    const bytes = noise(4 * MB, 5);
    const path = await tusAt(one).begin(bytes.length);
    for (let rounds = 0; (await tusAt(one).offset(path)) < bytes.length; rounds++) {
      const offset = await tusAt(two).offset(path);
      const piece = bytes.subarray(offset, offset + 700_000);
      const answers = await Promise.all([one, two, one, two].map((api) => tusAt(api).patch(path, offset, piece)));
      expect(answers.every(({ status }) => [204, 409, 423].includes(status))).toBe(true);
      expect(rounds).toBeLessThan(50);
    }
    expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
  });

  it('an upload whose lock is not released is 423 for tus and 503 for others, after a while', async () => {
    const path = await tusAt(one).begin(10);
    const answers = await stack.session(async (query) => {
      await query('SELECT pg_advisory_lock(hashtextextended($1, 7306112008))', [idOf(path)]);
      return Promise.all([tusAt(one).send('DELETE', path), caller(one).request('DELETE', `/api/v1/uploads/${idOf(path)}`)]);
    });
    expect(answers.map(({ status }) => status)).toEqual([423, 503]);
    expect((await client().DELETE('/api/v1/uploads/{upload}', of(idOf(path)))).response.status).toBe(200);
  });

  it('a lost connection of the locks ends the requests that write under them, and the upload goes on', async () => {
    const bytes = noise(2 * MB, 9);
    const path = await tusAt(one).begin(bytes.length);
    const hanging = trickle(one, path, { offset: 0, length: bytes.length });
    hanging.write(bytes.subarray(0, MB));
    await until(async () => (await readFile(fileOf(idOf(path)))).length === MB);
    // Other suites use the same server.
    await stack.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'upload-locks' AND datname = current_database()`,
    );
    expect(await hanging.answer).toEqual({ status: 204, offset: MB });
    await finish(tusAt(one), path, bytes);
    await finish(tusAt(two), path, bytes);
    expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
  });
});

describe('a process that ends', () => {
  it('a process that ends by SIGKILL loses no byte that had arrived, and calls no incomplete upload complete', async () => {
    const bytes = noise(3 * MB, 11);
    const path = await tusAt(two).begin(bytes.length);
    for (const from of [0, MB, 2 * MB]) {
      const doomed = await stack.start('api');
      const sending = trickle(doomed, path, { offset: from, length: bytes.length - from });
      sending.write(bytes.subarray(from, from + MB));
      await until(async () => (await readFile(fileOf(idOf(path)))).length === from + MB);
      await doomed.stop('SIGKILL');
      if (from < 2 * MB) expect(await sending.answer).toBe(undefined);
      expect((await show(idOf(path))).received_bytes).toBe(from + MB);
      // Nobody had noted that the last byte has come: who looks, finds out.
      expect((await show(idOf(path))).status).toBe(from === 2 * MB ? 'completed' : 'receiving');
    }
    expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
  });

  it('a process that ends by SIGTERM answers with the offset of the upload, and exits with 0', async () => {
    const bytes = noise(2 * MB, 13);
    const other = await stack.start('api');
    const path = await tusAt(two).begin(bytes.length);
    const sending = trickle(other, path, { offset: 0, length: bytes.length });
    sending.write(bytes.subarray(0, MB));
    await until(async () => (await readFile(fileOf(idOf(path)))).length === MB);
    const ended = other.stop();
    expect(await sending.answer).toEqual({ status: 204, offset: MB });
    expect(await ended).toBe(0);
    await finish(tusAt(two), path, bytes);
    expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
  });
});

it('an upload to a full disk is 503; the bytes that have arrived are kept, and it continues when there is room', async () => {
  const bytes = noise(1000, 17);
  const path = await tusAt(one).begin(bytes.length);
  await unlink(fileOf(idOf(path)));
  await symlink('/dev/full', fileOf(idOf(path))); // takes no byte: "no space left on device"
  const refused = await tusAt(one).patch(path, 0, bytes);
  expect([refused.status, refused.json]).toEqual([503, expect.objectContaining({ message: expect.stringMatching(/stored/) })]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  await unlink(fileOf(idOf(path)));
  await writeFile(fileOf(idOf(path)), bytes.subarray(0, 400));
  await finish(tusAt(one), path, bytes);
  expect(sha256(await readFile(fileOf(idOf(path))))).toBe(sha256(bytes));
});

describe('tus-js-client, unmodified', () => {
  type Line = {
    readonly resumed?: boolean;
    readonly url?: string;
    readonly error?: string;
    readonly method?: string;
    readonly status?: number;
  };

  /** @param seen gets what the client tells, as it comes */
  function run(baseUrl: string, file: string, seen: (line: Line) => void = () => undefined) {
    const child = spawn(process.execPath, [join(CLIENTS, 'tus-js-client.ts'), file, `${file}.urls`], {
      env: { PATH: process.env['PATH'], BASE_URL: baseUrl, TOKEN: seed.tokens['all'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: Line[] = [];
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      seen(line);
    });
    const ended = new Promise<readonly Line[]>((resolve) => child.once('close', () => resolve(lines)));
    return { ended, kill: () => child.kill('SIGKILL') };
  }

  /** Uploads so many bytes and no more, however fast this machine is, and is killed. The line is open afterwards. */
  async function runKilledAfter(bytes: number, line: MeteredLine, file: string): Promise<readonly Line[]> {
    line.allow(bytes);
    const { ended, kill } = run(line.url, file);
    await line.exhausted;
    kill();
    const lines = await ended;
    line.allow(Infinity);
    return lines;
  }

  let line: MeteredLine;
  afterEach(() => line.close());

  it('tus-js-client uploads, is killed in the middle, resumes and completes', async () => {
    const file = join(stack.dir, 'talk-1.bin');
    await writeFile(file, noise(40 * MB + 1, 19));
    line = await MeteredLine.to(new URL(one.baseUrl).port);
    const before = await runKilledAfter(14 * MB, line, file);
    expect([before[0]?.resumed, before.some(({ url }) => url !== undefined)]).toEqual([false, false]);
    const after = await run(line.url, file).ended;
    expect(after[0]).toEqual({ resumed: true });
    const url = after.at(-1)?.url ?? '';
    expect(await sha256Of(fileOf(idOf(url)))).toBe(await sha256Of(file));
    expect(await show(idOf(url))).toMatchObject({ status: 'completed', filename: 'talk.mp4', content_type: 'video/mp4' });
  });

  it('tus-js-client goes on with its upload, and does not begin anew, when it resumes while it is over its rate limit', async () => {
    const file = join(stack.dir, 'talk-3.bin');
    await writeFile(file, noise(20 * MB + 5, 25));
    const before = await stack.start('api');
    const { port } = new URL(before.baseUrl);
    line = await MeteredLine.to(port);
    await runKilledAfter(10 * MB, line, file);
    await before.stop();
    const limited = await stack.start('api', { PORT: port, RATE_LIMIT_PER_MINUTE: '1' });
    await caller(limited).get('/api/v1/token'); // uses that up, unless the requests above have
    const refused = Promise.withResolvers<void>();
    const resuming = run(line.url, file, ({ method, status }) => void (method === 'HEAD' && status === 423 && refused.resolve()));
    await refused.promise;
    await limited.stop();
    await stack.start('api', { PORT: port }); // as if a minute had passed
    const lines = await resuming.ended;
    expect(lines.filter(({ method }) => method === 'POST')).toEqual([]);
    const url = lines.at(-1)?.url ?? '';
    expect(await sha256Of(fileOf(idOf(url)))).toBe(await sha256Of(file));
    expect(await stack.query('SELECT id FROM uploads WHERE byte_size = $1', [20 * MB + 5])).toHaveLength(1);
  });

  it('an upload by tus-js-client resumes when its api process is killed and replaced', async () => {
    const file = join(stack.dir, 'talk-2.bin');
    await writeFile(file, noise(40 * MB + 3, 23));
    const doomed = await stack.start('api');
    const { port } = new URL(doomed.baseUrl);
    line = await MeteredLine.to(port);
    line.allow(10 * MB);
    const uploading = run(line.url, file);
    await line.exhausted;
    await doomed.stop('SIGKILL');
    line.allow(Infinity);
    await stack.start('api', { PORT: port });
    const lines = await uploading.ended;
    const url = lines.at(-1)?.url ?? '';
    expect(lines.filter(({ error }) => error)).toEqual([]);
    expect(await sha256Of(fileOf(idOf(url)))).toBe(await sha256Of(file));
  });
});

describe('a client that is over its rate limit', () => {
  it('a client over its rate limit gets 423 for HEAD, after which tus clients ask again; after 429 they begin anew', async () => {
    const limited = await stack.start('api', { RATE_LIMIT_PER_MINUTE: '1' });
    const path = await tusAt(one).begin(10);
    const tus = tusAt(limited);
    await tus.send('HEAD', path); // the requests of the suite have used the limit up already
    const { status, headers } = await tus.send('HEAD', path);
    expect([status, Number(headers.get('retry-after')) >= 1, headers.get('tus-resumable')]).toEqual([423, true, '1.0.0']);
    expect((await tus.patch(path, 0, noise(10))).status).toBe(429);
    expect((await caller(limited).request('HEAD', path)).status).toBe(429); // without Tus-Resumable
    await limited.stop();
  });
});

if (chromiumPath === undefined) console.info('no Chromium is on the PATH: uploading from a page is not tried.');
else {
  describe('@uppy/tus in a page of another origin', () => {
    it('@uppy/tus in a page of another origin uploads, is reloaded in the middle, resumes and completes', async () => {
      const line = await MeteredLine.to(new URL(one.baseUrl).port);
      const length = 24 * MB + 5;
      const work = { endpoint: `${line.url}/api/v1/uploads`, token: seed.tokens['all'], length, seed: 29 };
      try {
        await withPage('uppy-page.ts', stack.dir, async (tab) => {
          tab.setDefaultTimeout(PAGE_TIMEOUT_MS);
          const offsets: number[] = [];
          tab.on('request', (asked) => {
            if (asked.method() === 'PATCH') offsets.push(Number(asked.headers()['upload-offset']));
          });
          line.allow(8 * MB);
          await tab.evaluate(`upload(${JSON.stringify(work)})`);
          await line.exhausted;
          await tab.reload();
          line.allow(Infinity);
          const reached = offsets.length;
          await tab.evaluate(`upload(${JSON.stringify(work)})`);
          await tab.waitForFunction('outcome.url || outcome.error');
          const { url, error } = await tab.evaluate<{ url?: string; error?: string }>('outcome');
          expect(error).toBe(undefined);
          expect(offsets[reached]).toBeGreaterThan(0);
          expect(sha256(await readFile(fileOf(idOf(url ?? ''))))).toBe(sha256(noise(length, 29)));
          const made = await stack.query('SELECT 1 FROM uploads WHERE byte_size = $1', [length]);
          expect(made).toHaveLength(1);
        });
      } finally {
        line.close();
      }
    });
  });
}

it('twenty uploads at once need little memory', async () => {
  const api = await stack.start('api');
  const tus = tusAt(api);
  const piece = noise(16 * MB, 31);
  const resident = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024;
  await tus.upload(piece.subarray(0, MB)); // what the route needs in any case
  const idle = resident('VmRSS');
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const path = await tus.begin(piece.length);
      expect((await tus.patch(path, 0, piece)).status).toBe(204);
    }),
  );
  // Memory of the api during 20 such uploads at once, above idle.
  expect(resident('VmHWM') - idle).toBeLessThan(150);
  await api.stop();
});
