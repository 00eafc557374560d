/**
 * The usual alternative: queues on PostgreSQL, batched as their documents advise. Their jobs post the same request.
 * Some do what a delivery does beside it: they read the present destination (contract 6.10), and keep the attempt for
 * the history.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Encryption } from '@app/env';
import { newSigningSecret } from '@app/outbox';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { serve } from './bench-child.ts';
import { eventOf, post } from './signed-post.ts';

/** `host`: where it is posted to; undefined when the job reads the destination of the user. */
type Job = { user: string; host?: string; eventId: string; body: string };
type Queue = { add: (jobs: Job[]) => Promise<unknown>; left: string; clear: string };

const { DATABASE_URL: connectionString = '', DATABASE_POOL_SIZE, ENCRYPTION_KEY = '' } = process.env;
const encryption = new Encryption(ENCRYPTION_KEY);
const SECRET = newSigningSecret();
const pool = new pg.Pool({ connectionString, max: Number(DATABASE_POOL_SIZE) });
pool.on('error', () => undefined); // what is asked next says so; graphile-worker wants a listener

async function deliver({ user, host, eventId, body }: Job): Promise<void> {
  if (host === undefined) await deliverAsOurs({ user, eventId, body });
  else await post(`https://${host}/hook`, { secret: SECRET, eventId, body });
}

async function deliverAsOurs({ user, eventId, body }: Job): Promise<void> {
  const { rows } = await pool.query('SELECT id, url, sealed_secret FROM webhook_endpoints WHERE user_id = $1', [user]);
  const [{ id, url, sealed_secret: sealed }] = rows;
  const began = performance.now();
  const status = await post(url, { secret: encryption.open(sealed, id), eventId, body });
  await pool.query('INSERT INTO bench_attempts (url, body, outcome, duration_ms) VALUES ($1, $2, $3, $4)', [
    url,
    body,
    status,
    Math.round(performance.now() - began),
  ]);
}

async function graphileWorker(): Promise<Queue> {
  const quiet = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet });
  await utils.migrate();
  await run({
    pgPool: pool,
    concurrency: 64,
    noHandleSignals: true,
    logger: quiet,
    preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 10 } },
    taskList: { post: (job) => deliver(job as Job) },
  });
  return {
    add: (jobs) => utils.addJobs(jobs.map((payload) => ({ identifier: 'post', payload }))),
    left: 'SELECT FROM graphile_worker._private_jobs LIMIT 1',
    clear: '', // a job that is done is deleted
  };
}

async function pgBoss(): Promise<Queue> {
  const boss = new PgBoss({ connectionString, max: Number(DATABASE_POOL_SIZE) });
  await boss.start();
  await boss.createQueue('post');
  const polling = { pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
  await boss.work<Job>('post', { ...polling, batchSize: 50, localConcurrency: 4 }, (jobs) =>
    Promise.all(jobs.map(({ data }) => deliver(data))),
  );
  return {
    add: (jobs) => boss.insert('post', jobs.map((data) => ({ data }))), // prettier-ignore
    left: `SELECT FROM pgboss.job WHERE name = 'post' AND state < 'completed' LIMIT 1`,
    clear: `DELETE FROM pgboss.job WHERE name = 'post'`,
  };
}

const queues: Record<string, () => Promise<Queue>> = { 'graphile-worker': graphileWorker, 'pg-boss': pgBoss };
const started = new Map<string, Promise<Queue>>();

serve({
  /** Jobs in batches of a thousand, as events are published. @returns events a second, until the last is done */
  run: async ({ queue, users, hosts = [], events }: { queue: string; users: string[]; hosts?: string[]; events: number }) => {
    if (!started.has(queue)) started.set(queue, queues[queue]!());
    const { add, left, clear } = await started.get(queue)!;
    const began = performance.now();
    for (let number = 0; number < events; number += 1000)
      await add(
        Array.from({ length: Math.min(1000, events - number) }, (_, more) => {
          const eventId = randomUUID();
          const nth = (number + more) % users.length;
          return { user: users[nth] ?? '', host: hosts[nth], eventId, body: eventOf(eventId, number + more) };
        }),
      );
    while ((await pool.query(left)).rows.length > 0) await sleep(20);
    const seconds = (performance.now() - began) / 1000;
    await pool.query(`TRUNCATE bench_attempts; ${clear}`);
    return events / seconds;
  },
});
