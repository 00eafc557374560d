import { createClient, type Client } from '@app/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Stack, type Loaded, type Running } from '../stack.js';

const WRITERS = 50;
const READERS = 20;

let stack: Stack;
let seed: Loaded;
let apis: Running[];

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  const episodes = Array.from({ length: WRITERS }, (_, number) => ({ key: `e${number}`, title: `Episode ${number}` }));
  seed = await stack.load({
    users: [{ key: 'alice', name: 'Alice', tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }] }],
    podcasts: [{ key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true, episodes }],
  });
  apis = await Promise.all([stack.start('api'), stack.start('api')]);
});
afterAll(() => stack.destroy());

const clientOf = (number: number): Client =>
  createClient({ baseUrl: apis[number % apis.length]?.baseUrl ?? '', token: seed.tokens['all'] ?? '' });

async function write(number: number): Promise<void> {
  const params = { path: { episode: seed.episodes[`e${number}`] ?? '' } };
  await clientOf(number).PUT('/api/v1/episodes/{episode}/chapters', { params, body: { chapters: [{ startTime: 0, title: 'Intro' }] } });
}

/** A transaction that commits some time after it has written its event. */
async function writeLate(): Promise<void> {
  await stack.query(
    `DO $$ BEGIN
       PERFORM begin_events();
       INSERT INTO events (id, user_id, type, body, position, created_at)
       VALUES (gen_random_uuid(), '${seed.users['alice']}', 'chapters.stored', '{"data":{}}', next_event_position(), now());
       PERFORM pg_sleep(random() / 2);
     END $$`,
  );
}

async function read(client: Client, count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | undefined; seen.length < count;) {
    const { data } = await client.GET('/api/v1/events', { params: { query: { after, first: 7, wait: 30 } } });
    seen.push(...data.data.map(({ id }) => id));
    after = data.meta.next_cursor;
  }
  return seen;
}

it('20 readers at two processes see the events of 50 writers at both, and late ones, once and in one order (contract 18.2)', async () => {
  const late = Array.from({ length: 10 }, async () => {
    for (let n = 0; n < 3; n += 1) await writeLate();
  });
  const all = WRITERS + late.length * 3;
  const readers = Array.from({ length: READERS }, (_, number) => read(clientOf(number), all));
  await Promise.all([...late, ...Array.from({ length: WRITERS }, (_, number) => write(number))]);
  const [first = [], ...others] = await Promise.all(readers);
  expect([first.length, new Set(first).size]).toEqual([all, all]);
  for (const other of others) expect(other).toEqual(first);
});
