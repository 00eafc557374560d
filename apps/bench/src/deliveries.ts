/** The figures of webhook delivery: receivers on loopback with TLS, the worker as it is built, one of each. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DESTINATIONS, hosts, Scene, sql, TIMEOUT_MS } from './delivery-scene.ts';
import { against, alone, inTurn, type Course } from './measure.ts';
import { median, quantile } from './stats.ts';
import type { BenchChild } from './stack.ts';

const higher = { unit: 'deliveries/s', better: 'higher' } as const;

/**
 * Publishes events and waits until the last of them is recorded as delivered.
 *
 * @returns deliveries a second, from the first INSERT to the last UPDATE
 */
async function rate(house: { url: string; publisher: BenchChild; users: string[] }, events: number): Promise<number> {
  const client = new pg.Client({ connectionString: house.url });
  await client.connect();
  const began = await house.publisher.do('publish', { users: house.users, events });
  for (;;) {
    const { rows } = await client.query('SELECT 1 FROM webhook_deliveries WHERE finished_at IS NULL LIMIT 1');
    if (rows.length === 0) break;
    await sleep(20);
  }
  const seconds = (performance.timeOrigin + performance.now() - began) / 1000;
  await client.query("DELETE FROM webhook_deliveries WHERE finished_at > now() - interval '1 hour'");
  await client.end();
  return events / seconds;
}

export async function deliveries({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const house = await scene.house('deliveries');
  await sql(house, 'CREATE TABLE bench_deliveries (LIKE webhook_deliveries INCLUDING ALL)');
  const worker = await scene.worker(house);
  const bare = stack.child('bare-sender.ts', house, scene.tls);
  const events = quick ? 4000 : 10_000;
  const [ours = [], peer = []] = await inTurn(
    [
      () => rate(house, events),
      async () => {
        const perSecond = await bare.do('run', { users: house.users, hosts, events, atOnce: 64 });
        await sql(house, 'TRUNCATE bench_deliveries');
        return perSecond;
      },
    ],
    { warm: 1, rounds: quick ? 3 : 5 },
  );
  await Promise.all([worker.stop(), bare.stop(), house.publisher.stop(), scene.receiver.stop()]);
  return [
    against(
      'deliveries a second, 1,000 destinations, PostgreSQL alone, against a bare undici loop that inserts, posts signed and updates',
      median(ours),
      median(peer),
      { bar: 0.5, aim: 0.8, ...higher },
    ),
  ];
}

export async function attemptLog({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const [logging, silent] = [await scene.house('with_log'), await scene.house('without_log')];
  const preload = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'without-attempt-log.ts')}` };
  const workers = [await scene.worker(logging), await scene.worker(silent, preload)];
  const houses = [logging, silent];
  const events = quick ? 4000 : 10_000;
  const [ours = [], without = []] = await inTurn(
    houses.map((house) => () => rate(house, events)),
    { warm: 1, rounds: quick ? 3 : 7 },
  );
  await Promise.all([...workers.map(({ stop }) => stop()), ...houses.map(({ publisher }) => publisher.stop()), scene.receiver.stop()]);
  const name = 'deliveries a second, 1,000 destinations, with the attempt log against without';
  return [against(name, median(ours), median(without), { bar: 0.85, aim: 0.95, ...higher })];
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

export async function hanging({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const house = await scene.house('hanging');
  const worker = await scene.worker(house);
  const tenth = hosts.filter((_, number) => number % 10 === 0);
  const p99 = async (hang: string[]) => {
    await scene.receiver.do('hang', hang);
    const milliseconds = await arrivals(scene, house, {
      perSecond: 200,
      seconds: quick ? 10 : 20,
      counts: (number) => number % 10 !== 0, // those of the healthy nine tenths, in both cases
    });
    await sql(house, `DELETE FROM webhook_deliveries`);
    await sleep(TIMEOUT_MS);
    return quantile(milliseconds, 0.99);
  };
  const [some = [], none = []] = await inTurn([() => p99(tenth), () => p99([])], { warm: 1, rounds: quick ? 2 : 4 });
  await Promise.all([worker.stop(), house.publisher.stop(), scene.receiver.stop()]);
  return [
    against(
      'p99 from commit to arrival for 900 healthy destinations while 100 hang until the timeout, 200 events a second, against none',
      median(some),
      median(none),
      { bar: 2, aim: 1.2, unit: 'ms' },
    ),
  ];
}

/** The same beside 1,000 that hang: of 1,100 destinations every eleventh is healthy. */
export async function hangingThousand({ stack, quick }: Course) {
  const names = Array.from({ length: 1100 }, (_, number) => `t${number}.example.com`);
  const scene = await Scene.set(stack, names);
  const house = await scene.house('hanging_thousand', names);
  const worker = await scene.worker(house);
  const isHealthy = (number: number) => number % 11 === 0;
  const p99 = async (hang: string[]) => {
    await scene.receiver.do('hang', hang);
    const milliseconds = await arrivals(scene, house, { perSecond: 110, seconds: quick ? 20 : 40, counts: isHealthy });
    await sql(house, 'DELETE FROM webhook_deliveries');
    await sleep(TIMEOUT_MS);
    return quantile(milliseconds, 0.99);
  };
  const dead = names.filter((_, number) => !isHealthy(number));
  const [beside = [], none = []] = await inTurn([() => p99(dead), () => p99([])], { warm: 1, rounds: quick ? 2 : 4 });
  await Promise.all([worker.stop(), house.publisher.stop(), scene.receiver.stop()]);
  const what =
    'p99 from commit to arrival for 100 healthy destinations while 1,000 hang until the timeout, 110 events a second, against none';
  return [against(what, median(beside), median(none), { bar: 3, aim: 1.3, unit: 'ms' })];
}

/** Weeks that are past: installations that have run for a while have a partition for each. */
const PAST_WEEKS = `
  SELECT add_webhook_deliveries_partition(w, w + interval '7 days')
    FROM generate_series(date_trunc('week', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '7 weeks', now() - interval '7 days', interval '7 days') w`;

/**
 * Deliveries that were finished some time ago, spread over all users.
 *
 * @param age SQL of an interval; may use n, the number of the row
 */
async function past(house: { url: string }, rows: number, age: string) {
  await sql(house, PAST_WEEKS);
  await sql(
    house,
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, attempts, outcome, created_at, delivered_at, finished_at)
     SELECT uuidv7(- age), e.user_id, e.id, gen_random_uuid(), 'video_quota.low', repeat('x', 250), 'delivered', 1, '200', now() - age, now() - age, now() - age
       FROM generate_series(1, ${rows}) n
       JOIN (SELECT user_id, id, row_number() OVER (ORDER BY id) AS number FROM webhook_endpoints) e ON e.number = 1 + n % ${DESTINATIONS},
            LATERAL (SELECT ${age} AS age) t`,
  );
  await sql(house, 'VACUUM (ANALYZE) webhook_deliveries');
}

export async function history({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const houses = [await scene.house('history_million'), await scene.house('history_thousand')];
  for (const [number, house] of houses.entries()) {
    const rows = number === 0 ? 1_000_000 : 1000;
    await past(house, rows, `n * interval '28 days' / ${rows}`);
  }
  const workers = await Promise.all(houses.map((house) => scene.worker(house)));
  const [million = [], thousand = []] = await inTurn(
    houses.map((house) => () => rate(house, quick ? 2000 : 6000)),
    { warm: 1, rounds: quick ? 3 : 5 },
  );
  await Promise.all([...workers, ...houses.map(({ publisher }) => publisher), scene.receiver].map(({ stop }) => stop()));
  return [
    against('deliveries a second with 1,000,000 rows of history against 1,000', median(million), median(thousand), {
      bar: 0.8,
      aim: 0.95,
      ...higher,
    }),
  ];
}

export async function retention({ stack, quick }: Course) {
  const scene = await Scene.set(stack);
  const house = await scene.house('retention');
  const rows = quick ? 400_000 : 2_000_000;
  await past(house, rows, `CASE WHEN n <= ${rows / 2} THEN interval '45 days' ELSE interval '2 days' END`);
  const client = new pg.Client({ connectionString: house.url });
  await client.connect();
  let over = false;
  let longest = 0;
  /** Since when the exclusive lock of a drop has been seen. */
  let since: number | undefined;
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query(
        `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000) FILTER (WHERE query LIKE 'DELETE FROM webhook_deliveries%'), 0)::float8 AS ms,
                EXISTS (SELECT FROM pg_locks WHERE relation = 'webhook_deliveries'::regclass AND mode = 'AccessExclusiveLock' AND granted) AS locked
           FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'`,
      );
      since = rows[0].locked ? (since ?? performance.now()) : undefined;
      longest = Math.max(longest, rows[0].ms, since === undefined ? 0 : performance.now() - since);
    }
  })();
  const began = performance.now();
  const deleted = await house.publisher.do('retain');
  const seconds = (performance.now() - began) / 1000;
  over = true;
  await watching;
  await client.end();
  if (deleted !== rows / 2) throw new Error(`${deleted} rows went, not ${rows / 2}`);
  stack.log(`  ${deleted.toLocaleString('en')} rows in ${Math.round(seconds)} s`);
  await Promise.all([house.publisher.stop(), scene.receiver.stop()]);
  return [
    alone(`retention of ${(rows / 2).toLocaleString('en')} of ${rows.toLocaleString('en')} rows: longest lock held`, longest, {
      bar: 200,
      aim: 50,
      unit: 'ms',
    }),
  ];
}
