/** The figures of webhook delivery: receivers on loopback with TLS, the worker as it is built, one of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hosts, Scene, sql } from './delivery-scene.ts';
import { against, alone, inTurn, type Course, type Row } from './measure.ts';
import { median, quantile } from './stats.ts';
import type { BenchChild } from './stack.ts';

type House = { url: string; publisher: BenchChild; users: string[] };

const higher = { unit: 'deliveries/s', better: 'higher' } as const;

/**
 * Publishes events and waits until the last of them is recorded as delivered.
 *
 * @returns deliveries a second, from the first INSERT to the last UPDATE
 */
async function rate(house: House, events: number, { clears = true } = {}): Promise<number> {
  const client = new pg.Client({ connectionString: house.url });
  await client.connect();
  const began = await house.publisher.do('publish', { users: house.users, events });
  for (;;) {
    const { rows } = await client.query('SELECT 1 FROM webhook_deliveries WHERE finished_at IS NULL LIMIT 1');
    if (rows.length === 0) break;
    await sleep(20);
  }
  const seconds = (performance.timeOrigin + performance.now() - began) / 1000;
  if (clears) await client.query("DELETE FROM webhook_deliveries WHERE finished_at > now() - interval '1 hour'");
  await client.end();
  return events / seconds;
}

/** @returns deliveries a second while another session's snapshot keeps every row version from being removed */
async function besideSnapshot(house: House, events: number, seconds: number): Promise<number> {
  const reader = new pg.Client({ connectionString: house.url });
  await reader.connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await reader.query('SELECT count(*) FROM users');
  const rates: number[] = [];
  for (const ends = performance.now() + seconds * 1000; performance.now() < ends;) rates.push(await rate(house, events, { clears: false }));
  await reader.query('ROLLBACK');
  await reader.end();
  return rates.length / rates.reduce((sum, perSecond) => sum + 1 / perSecond, 0);
}

export async function deliveries({ stack, quick }: Course): Promise<Row[]> {
  const scene = await Scene.set(stack);
  const house = await scene.house('deliveries');
  await sql(house, 'CREATE TABLE bench_deliveries (LIKE webhook_deliveries INCLUDING ALL)');
  await sql(house, 'CREATE TABLE bench_attempts (id uuid PRIMARY KEY DEFAULT uuidv7(), url text NOT NULL, body text NOT NULL, outcome text NOT NULL, duration_ms int NOT NULL, at timestamptz NOT NULL DEFAULT now())'); // prettier-ignore
  const worker = await scene.worker(house);
  const events = quick ? 4000 : 10_000;
  const [ours = 0, bare = 0, graphile = 0, boss = 0, graphileAsOurs = 0, bossAsOurs = 0] = await rates(scene, house, { events, quick });
  const seconds = quick ? 30 : 600;
  const held = await besideSnapshot(house, events, seconds);
  await Promise.all([worker.stop(), house.publisher.stop(), scene.receiver.stop()]);
  const row = (rest: string, peer: number, [bar, aim]: readonly [number, number] | readonly [null, null]) =>
    against(`deliveries to 1,000 destinations, PostgreSQL alone, ${rest}`, ours, peer, { bar, aim, ...higher });
  return [
    row('against a bare undici loop that inserts, posts signed and updates', bare, [0.8, 1]),
    row('against graphile-worker whose jobs post the same requests', graphile, [1, 1.5]),
    row('against pg-boss whose jobs post the same requests', boss, [1, 1.5]),
    row('against graphile-worker whose jobs also read the destination and keep the attempt', graphileAsOurs, [null, null]),
    row('against pg-boss whose jobs also do that', bossAsOurs, [null, null]),
    against(
      `deliveries to 1,000 destinations, PostgreSQL alone, while another session holds a snapshot for ${seconds} s, against without`,
      held,
      ours,
      { bar: 0.7, aim: 0.9, ...higher },
    ),
  ];
}

/**
 * @returns deliveries a second of the worker, of a bare loop, of both queues with jobs that post, and with jobs that do
 * as much as ours
 */
async function rates({ stack, tls }: Scene, house: House, { events, quick }: { events: number; quick: boolean }): Promise<number[]> {
  const [bare, queues] = [stack.child('bare-sender.ts', house, tls), stack.child('queue-sender.ts', house, tls)];
  const { users } = house;
  const queue = (name: string, to: object = {}) => queues.do('run', { queue: name, users, events, ...to });
  const measured = await inTurn(
    [
      () => rate(house, events),
      () => bare.do('run', { users, hosts, events, atOnce: 64 }).finally(() => sql(house, 'TRUNCATE bench_deliveries')),
      () => queue('graphile-worker', { hosts }),
      () => queue('pg-boss', { hosts }),
      () => queue('graphile-worker'),
      () => queue('pg-boss'),
    ],
    { warm: 1, rounds: quick ? 3 : 5 },
  );
  await Promise.all([bare.stop(), queues.stop()]);
  return measured.map(median);
}

/** @returns milliseconds from just before each commit to the arrival */
async function arrivals(
  scene: Scene,
  house: Awaited<ReturnType<Scene['house']>>,
  { perSecond, seconds, counts = () => true }: { perSecond: number; seconds: number; counts?: (number: number) => boolean },
): Promise<number[]> {
  await scene.receiver.do('forget');
  const commits: Map<number, number> = await house.publisher.do('paced', { users: house.users, perSecond, seconds });
  const wanted = [...commits].filter(([number]) => counts(number));
  for (const deadline = performance.now() + 30_000; ;) {
    const came: Map<number, number> = await scene.receiver.do('arrivals');
    if (wanted.every(([number]) => came.has(number))) return wanted.map(([number, at]) => (came.get(number) ?? 0) - at);
    if (performance.now() > deadline) throw new Error('events did not arrive within 30 s');
    await sleep(100);
  }
}

export async function arrival({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const house = await scene.house('arrival');
  const worker = await scene.worker(house);
  await arrivals(scene, house, { perSecond: 100, seconds: 10 }); // every destination has been connected to
  const milliseconds = await arrivals(scene, house, { perSecond: 10, seconds: quick ? 10 : 40 });
  await Promise.all([worker.stop(), house.publisher.stop(), scene.receiver.stop()]);
  const name = (which: string) => `commit of the cause to arrival at the receiver, idle system, ${which}`;
  return [
    alone(name('p50'), median(milliseconds), { bar: 50, aim: 15, unit: 'ms' }),
    alone(name('p99'), quantile(milliseconds, 0.99), { bar: 250, aim: 60, unit: 'ms' }),
  ];
}
