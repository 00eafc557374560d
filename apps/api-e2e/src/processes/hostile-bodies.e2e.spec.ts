import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

/** Bytes of every body here: the most that a JSON route takes. */
const SIZE = 1_000_000;

let stack: Stack;
let seed: Loaded;
let api: Running;
let alice: Client;

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', WEBHOOK_REGISTRATIONS_PER_HOUR: '100000' });
  seed = await stack.load({
    ...aliceAndBob,
    podcasts: aliceAndBob.podcasts.map((podcast) => ({
      ...podcast,
      video_stocks: [{ key: `stock of ${podcast.key}`, client_key: 'a', status: 'ready', duration_seconds: 60 }],
    })),
  });
  api = await stack.start('api');
  alice = new Client(api.baseUrl, seed.tokens['all']);
});
afterAll(() => stack.destroy());

/** As many parts as fit. */
function filled(open: string, part: (index: number) => string, close: string): string {
  const parts: string[] = [];
  for (let size = open.length + close.length, index = 0; ; index += 1) {
    size += part(index).length + 1;
    if (size > SIZE) return `${open}${parts.join(',')}${close}`;
    parts.push(part(index));
  }
}

/** Bodies that cost much to parse, transform or validate, by what they are made of. */
const bodies: Readonly<Record<string, (field: string) => string>> = {
  'unknown keys on one level': () => filled('{', (index) => `"k${index}":1`, '}'),
  'unknown keys inside a known field': (field) => filled(`{"${field}":{`, (index) => `"k${index}":1`, '}}'),
  'unknown objects': () => filled('{', (index) => `"k${index}":{}`, '}'),
  'objects with a key each': (field) => filled(`{"${field}":[`, (index) => `{"k${index}":1}`, ']}'),
  'objects inside one another': (field) => `${`{"${field}":`.repeat(60_000)}1${'}'.repeat(60_000)}`,
  'arrays inside one another': (field) => `{"${field}":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  'an array of empty arrays': (field) => filled(`{"${field}":[`, () => '[]', ']}'),
  'an array of numbers': (field) => filled(`{"${field}":[`, () => '1', ']}'),
  '1,000 long keys': () => `{${Array.from({ length: 1000 }, (_, index) => `"${'k'.repeat(980)}${index}":1`).join(',')}}`,
  '1,000 keys inside a known field': (field) => `{"${field}":{${Array.from({ length: 999 }, (_, index) => `"k${index}":{}`).join(',')}}}`,
  '60 levels of 16 members': (field) => {
    const level = Array.from({ length: 15 }, (_, index) => `"k${index}":[]`).join(',');
    return `${`{${level},"${field}":`.repeat(60)}1${'}'.repeat(60)}`;
  },
  'one long string': (field) => `{"${field}":"${'a'.repeat(SIZE - 40)}"}`,
  'one long string of escapes': (field) => `{"${field}":"${'\\u0001'.repeat(160_000)}"}`,
  'one long string of combining marks': (field) => `{"${field}":"${'\u0344\u0315'.repeat(240_000)}"}`,
  'one long string of backslashes and quotes': (field) => `{"${field}":"${'\\\\\\"'.repeat(240_000)}"}`,
  'one long string that looks like a URL': (field) => `{"${field}":"https://${'a.'.repeat(490_000)}com/"}`,
  'one long string of white space': (field) => `{"${field}":"${' '.repeat(SIZE - 40)}x"}`,
  'quotes alone': () => '"'.repeat(SIZE),
};

const routes = (): readonly (readonly [method: string, path: string, fields: readonly string[]])[] => [
  ['PUT', '/api/v1/video-webhook', ['url']],
  ['POST', '/api/v1/video-stocks', ['podcast_id', 'client_key', 'title', 'match']],
  ['PATCH', `/api/v1/video-stocks/${stock()}`, ['title', 'match', 'expected_revision']],
  ['POST', `/api/v1/video-stocks/${stock()}/link`, ['episode_id']],
  ['POST', `/api/v1/video-stocks/${stock()}/cancel`, ['expected_revision']],
  ['PUT', `/api/v1/episodes/${seed.episodes['e1']}/chapters`, ['chapters', 'version']],
];

const stock = () => (seed as Loaded & { video_stocks: Record<string, string> }).video_stocks['stock of tech'];

/** Milliseconds of processor time that the api has used, in steps of 10. */
function cpuMs(): number {
  const [, , user, system] = /\) (?:\S+ ){11}((\d+) (\d+))/.exec(readFileSync(`/proc/${api.pid}/stat`, 'utf8')) ?? [];
  return (Number(user) + Number(system)) * 10;
}

const send = (method: string, path: string, body: string) =>
  alice.request(method, path, { body, headers: { 'Content-Type': 'application/json' } });

it('documents that need no token are written once, however often they are asked for', async () => {
  const cost = async (path: string, times = 100): Promise<number> => {
    const before = cpuMs();
    for (let asked = 0; asked < times; asked += 1) expect((await alice.get(path, { token: undefined })).status).toBe(200);
    return cpuMs() - before;
  };
  const documents = ['/openapi.json'];
  for (const path of ['/docs', ...documents]) await cost(path, 3); // what the first requests need
  const page = Math.max(50, await cost('/docs'));
  for (const path of documents) expect([path, (await cost(path)) < 20 * page]).toEqual([path, true]);
});

describe('no JSON body of 1 MB keeps an api process busy (contract 2.10)', () => {
  it('a JSON body of more than 1,000 members in total is refused, wherever they are', async () => {
    for (const [method, path] of routes().filter((route) => !route[1].endsWith('/chapters'))) {
      const many = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])));
      const refused = await send(method, path, many(1001));
      expect([path, refused.status, faults(refused)]).toEqual([path, 422, [{ field: null, code: 'too_many_fields' }]]);
      const unknown = await send(method, path, many(1000));
      expect([path, unknown.status, unknown.json.errors.length, unknown.json.errors_truncated]).toEqual([path, 422, 100, true]);
      expect(faults(unknown)).toContainEqual({ field: 'k0', code: 'unknown_field' });
    }
  });

  it('chapters may have more than 1,000 members', async () => {
    const url = 'https://a.example/';
    const chapter = (startTime: number) => ({ startTime, endTime: startTime + 0.5, title: 'T', summary: 'S', url, img: url, toc: true });
    const chapters = Array.from({ length: 500 }, (_, index) => chapter(index));
    const answer = await alice.put(`/api/v1/episodes/${seed.episodes['e1']}/chapters`, { version: '1.2.0', chapters });
    expect([answer.status, answer.json]).toEqual([201, { data: { episode_id: seed.episodes['e1'], chapter_count: 500 } }]);
  });

  it('a JSON body of 1 MB costs no more than a few times what reading a plain body of that size costs', async () => {
    const cost = async (method: string, path: string, body: string, rounds = 3): Promise<number> => {
      const before = cpuMs();
      for (let round = 0; round < rounds; round += 1) expect((await send(method, path, body)).status).toBeLessThan(500);
      return (cpuMs() - before) / rounds;
    };
    const plain = `{"unknown":"${'a'.repeat(SIZE - 40)}"}`;
    await cost('PUT', '/api/v1/video-webhook', plain); // what the first requests need
    const base = Math.max(10, (await cost('PUT', '/api/v1/video-webhook', plain)) * 2);
    const slow: string[] = [];
    let slowest = 0;
    for (const [method, path, fields] of routes()) {
      for (const [name, body] of Object.entries(bodies)) {
        // Some bodies are the same for every field.
        for (const text of new Set(fields.map(body))) {
          let spent = await cost(method, path, text, 1);
          if (spent > base * 5) spent = await cost(method, path, text); // a body that is slow is slow each time
          slowest = Math.max(slowest, spent);
          if (spent > base * 5) slow.push(`${method} ${path} with ${name} (${text.slice(0, 40)}): ${spent} ms, a plain body ${base / 2}`);
        }
      }
    }
    console.info(`the slowest body of 1 MB took ${slowest.toFixed(0)} ms of processor time`);
    expect(slow).toEqual([]);
  }, 300_000);
});
