/** The figures of events that are read: an api and a publisher, as they are built. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from './delivery-scene.ts';
import { against, alone, inTurn, type Course } from './measure.ts';
import type { BenchChild, Running, Stack } from './stack.ts';
import { median, quantile } from './stats.ts';

/** As many users as 1,000 waiting readers need. */
const USERS = 50;
const READERS_EACH = 20;

type Reader = { user: string; token: string };
type Page = { data: { data: { chapter_count: number } }[]; meta: { next_cursor: string } };

async function usersOf(url: string): Promise<Reader[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`INSERT INTO users (id, name) SELECT uuidv7(), 'U' FROM generate_series(1, $1) RETURNING id`, [
    USERS,
  ]);
  const readers = rows.map(({ id }) => ({ user: id, token: `pat_${randomBytes(32).toString('base64url')}` }));
  for (const { user, token } of readers)
    await client.query(`INSERT INTO api_tokens (id, user_id, hash, permissions) VALUES (uuidv7(), $1, $2, '{read}')`, [
      user,
      createHash('sha256').update(token).digest(),
    ]);
  await client.end();
  return readers;
}

async function read({ port }: Running, { token }: Reader, query: string, signal?: AbortSignal): Promise<Page> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events?${query}`, { headers: { Authorization: `Bearer ${token}` }, signal });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  return (await answer.json()) as Page;
}

/** @returns milliseconds from just before each commit to the answer that has the event */
async function latencies(api: Running, publisher: BenchChild, reader: Reader, seconds: number): Promise<number[]> {
  const perSecond = 5;
  const answered = new Map<number, number>();
  let { next_cursor: after } = (await read(api, reader, 'wait=0')).meta;
  const commits = publisher.do('paced', { users: [reader.user], perSecond, seconds, listed: true }) as Promise<Map<number, number>>;
  while (answered.size < perSecond * seconds) {
    const { data, meta } = await read(api, reader, `wait=30&after=${after}`);
    for (const { data: told } of data) answered.set(told.chapter_count, performance.timeOrigin + performance.now());
    after = meta.next_cursor;
  }
  return [...(await commits)].map(([number, at]) => (answered.get(number) ?? NaN) - at);
}

/** A server that gives back the memory that it does not use, when it is asked to. */
const COLLECTING = { NODE_OPTIONS: `--expose-gc --import=${join(import.meta.dirname, 'collects-garbage.ts')}` };

/** Bytes of a waiting reader, and connections that all together hold. */
async function waiting(
  { url }: { url: string },
  server: Running,
  readers: readonly Reader[],
): Promise<{ bytes: number; connections: number }> {
  for (let round = 0; round < 40; round += 1) await Promise.all(readers.map((reader) => read(server, reader, 'wait=0')));
  const before = await server.bytesInUse();
  const ending = new AbortController();
  const held = readers.flatMap((reader) =>
    Array.from({ length: READERS_EACH }, () => read(server, reader, 'wait=30', ending.signal).catch(() => undefined)),
  );
  await sleep(6000); // all wait
  const bytes = ((await server.bytesInUse()) - before) / held.length;
  const [row] = await sql({ url }, `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`); // prettier-ignore
  ending.abort();
  await Promise.all(held);
  return { bytes, connections: row.n };
}

async function waitingOf({ stack, url, api, readers }: { stack: Stack; url: string; api: Running; readers: readonly Reader[] }) {
  const held = await waiting({ url }, api, readers);
  const bare = await stack.server('bare-waiting.ts', COLLECTING);
  const least = await waiting({ url }, bare, readers);
  await bare.stop();
  const thousand = (USERS * READERS_EACH).toLocaleString('en');
  const name = `memory of a waiting reader, of ${thousand}, without garbage`;
  return [
    alone(name, held.bytes / 1000, { bar: 50, aim: 15, unit: 'kB' }),
    against('the same, against a bare node:http server that holds as many requests', held.bytes / 1000, least.bytes / 1000, { bar: null, aim: null, unit: 'kB' }), // prettier-ignore
    alone(`database connections that ${thousand} waiting readers hold`, held.connections, { bar: 0, aim: 0, unit: 'connections' }),
  ];
}

export async function events({ stack, quick }: Course) {
  const url = await stack.emptyDatabase('events');
  const readers = await usersOf(url);
  const [reader] = readers;
  if (!reader) throw new Error('there is no user');
  await sql({ url }, 'CREATE TABLE bench_events (LIKE events INCLUDING ALL)');
  const publisher = stack.child('publisher.ts', { url });
  const api = await stack.api({ url }, 'events', COLLECTING);
  await latencies(api, publisher, reader, 2);
  const milliseconds = await latencies(api, publisher, reader, quick ? 10 : 40);
  const held = await waitingOf({ stack, url, api, readers });
  await api.stop();
  const count = quick ? 500 : 2000;
  const [published = [], inserted = []] = await inTurn(
    ['publishEach', 'insertEach'].map((task) => async () => (await publisher.do(task, { user: reader.user, count })) as number),
    { warm: 1, rounds: quick ? 3 : 7 },
  );
  await publisher.stop();
  const name = (which: string) => `commit of an event to the answer of a waiting reader, idle system, ${which}`;
  return [
    alone(name('p50'), median(milliseconds), { bar: 50, aim: 10, unit: 'ms' }),
    alone(name('p99'), quantile(milliseconds, 0.99), { bar: 250, aim: 60, unit: 'ms' }),
    ...held,
    against('publish of an event in a transaction, against one bare insert of the same row', median(published), median(inserted), { bar: 2, aim: 1.3, unit: 'ms' }), // prettier-ignore
  ];
}
