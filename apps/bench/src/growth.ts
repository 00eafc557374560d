/** The figures of a service that grows: more processes, more podcasts, more that waits. */
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import pg from 'pg';
import { furnish } from './analytics.ts';
import { against, alone, inTurn, type Course } from './measure.ts';
import { median } from './stats.ts';

const WAITING = 1_000_000;

async function sql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Scrapes of a worker while as many deliveries wait for a retry. */
export async function scrape({ stack, quick }: Course) {
  const url = await stack.emptyDatabase('bench_scrape');
  const port = await getPort({ host: '127.0.0.1' });
  const worker = await stack.worker({ url }, { WORKER_PORT: String(port) });
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const scrapes = async () => {
    const milliseconds = [];
    for (let number = 0; number < (quick ? 30 : 100); number += 1) {
      await sleep(50);
      const began = performance.now();
      await metrics();
      milliseconds.push(performance.now() - began);
    }
    return median(milliseconds.slice(5));
  };
  const few = await scrapes();
  await sql(
    url,
    `INSERT INTO users (id, name) VALUES (uuidv7(), 'Busy')`,
    `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
     SELECT uuidv7(), id, 'https://hooks.example.com/', '', 'verified', now() FROM users`,
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, attempts, retry_at)
     SELECT uuidv7(), e.user_id, e.id, gen_random_uuid(), 'video_quota.low', repeat('x', 250), 1, now() + interval '3 hours'
       FROM webhook_endpoints e, generate_series(1, ${WAITING})`,
    'VACUUM (ANALYZE) webhook_deliveries',
  );
  const many = await scrapes();
  if (!(await metrics()).includes(`webhook_deliveries{state="waiting"} ${WAITING}`))
    throw new Error('the worker does not tell of what waits');
  await worker.stop();
  return [
    alone(`one scrape of a worker with ${WAITING.toLocaleString('en')} waiting deliveries`, many, { bar: null, aim: 20, unit: 'ms' }),
    against('the same against one without any', many, few, { bar: null, aim: null, unit: 'ms' }),
  ];
}

/** A day of so many podcasts, of two episodes with 20 downloads each. */
async function aDayOf(stack: Course['stack'], podcasts: number): Promise<string> {
  const url = await stack.emptyDatabase(`bench_roll_ups_${podcasts}`);
  await sql(
    url,
    `INSERT INTO users (id, name) VALUES (uuidv7(), 'Owner')`,
    `INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id)
     SELECT uuidv7(), 'Podcast ' || n, id, now(), id FROM users, generate_series(1, ${podcasts}) n`,
    `INSERT INTO episodes (id, podcast_id, title) SELECT uuidv7(), id, 'Episode ' || n FROM podcasts, generate_series(1, 2) n`,
    'SET session_replication_role = replica',
    `INSERT INTO downloads (id, episode_id, at, listener)
     SELECT uuidv7(), e.id, date_trunc('day', now()) - interval '1 day' + (n * 7919 + hashtext(e.id::text)::bigint & 65535) % 86400 * interval '1 second', md5(n::text)
       FROM generate_series(1, 20) n, episodes e`,
    `INSERT INTO download_day_states (podcast_id, day) SELECT id, (now() AT TIME ZONE 'UTC')::date - 1 FROM podcasts`,
    'SET session_replication_role = origin',
    'VACUUM (ANALYZE)',
  );
  return url;
}

/** Yesterday's roll-ups, by one worker and by two. */
export async function rollUps({ stack, quick }: Course) {
  const sizes = quick ? [500, 2000] : [1000, 10_000];
  const rows = [];
  for (const podcasts of sizes) {
    const url = await aDayOf(stack, podcasts);
    const workers = [1, 2].map(() => stack.child('roll-up-worker.ts', { url }));
    const perSecond = async (some: typeof workers) => {
      await sql(url, 'UPDATE download_day_states SET stale = true', 'VACUUM download_day_states, download_days, download_quarters');
      const began = performance.now();
      const done = await Promise.all(some.map((worker) => worker.do('run')));
      const seconds = (performance.now() - began) / 1000;
      const days = done.reduce((sum, { days: one }) => sum + one, 0);
      if (days !== podcasts) throw new Error(`${days} days were rolled up, not ${podcasts}`);
      return days / seconds;
    };
    const [two = [], one = []] = await inTurn([() => perSecond(workers), () => perSecond(workers.slice(0, 1))], {
      warm: 1,
      rounds: quick ? 2 : 3,
    });
    await Promise.all(workers.map(({ stop }) => stop()));
    const name = `roll-up of ${podcasts.toLocaleString('en')} podcasts’ day by two workers against one`;
    rows.push(against(name, median(two), median(one), { bar: null, aim: 1.8, unit: 'podcasts/s', better: 'higher' }));
  }
  return rows;
}

/** Redirects of two api processes against those of one, each with four connections of a client of its own. */
export async function redirectProcesses({ stack, quick }: Course) {
  const house = await furnish(stack, 'bench_redirect_processes', 0);
  const env = { TRUST_PROXY: '1' };
  const apis = [await stack.api(house, 'redirect-one', env), await stack.api(house, 'redirect-two', env)];
  const listeners = apis.map(() => stack.child('listeners.ts'));
  const seconds = quick ? 2 : 4;
  const perSecond = async (count: number) => {
    const floods = listeners.slice(0, count).map(async (listener, number): Promise<{ perSecond: number }> => {
      return listener.do('flood', { port: apis[number]?.port, episodes: house.episodes, connections: 4, seconds });
    });
    return (await Promise.all(floods)).reduce((sum, { perSecond: one }) => sum + one, 0);
  };
  const [two = [], one = []] = await inTurn([() => perSecond(2), () => perSecond(1)], { warm: quick ? 1 : 2, rounds: quick ? 3 : 7 });
  await Promise.all([...apis, ...listeners].map(({ stop }) => stop()));
  const name = 'GET /e/{episode} over two api processes against one, four connections each';
  return [against(name, median(two), median(one), { bar: null, aim: 1.7, unit: 'requests/s', better: 'higher' })];
}
