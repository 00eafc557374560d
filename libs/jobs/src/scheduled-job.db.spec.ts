import { migrate, DatabaseModule } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { Env, Environment } from '@app/env';
import { Health } from '@app/process';
import { ProcessModule } from '@app/process/start';
import { until, withPassingTime } from '@app/process/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type INestApplicationContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Queue } from 'bullmq';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { JobMetrics } from './job-metrics.js';
import { JobsModule } from './jobs.module.js';
import { scheduledJob, type JobContext } from './scheduled-job.js';
import { wakeUp, WakeUp, whenWoken } from './wake-up.js';

const QUEUE = 'test.counting';
const test = useDatabase([]);
const runs: JobContext[] = [];
let onRun: (context: JobContext) => Promise<void> = () => Promise.resolve();

@Injectable()
class Counting {
  async run(context: JobContext): Promise<void> {
    runs.push(context);
    await onRun(context);
  }
}

const counting = scheduledJob({
  name: QUEUE,
  cron: '* * * * * *',
  ownQueue: { concurrency: 1 },
  inject: Counting,
  run: (worker, context) => worker.run(context),
});
const countingWakeUp = wakeUp(QUEUE);

@Injectable()
class Waker {
  constructor(@Inject(countingWakeUp.token) readonly wakeUp: WakeUp) {}
}

@Module({ imports: [...counting.imports], providers: [Counting, ...counting.providers] })
class CountingWorkerModule {}

@Module({ imports: [...countingWakeUp.imports], providers: [...countingWakeUp.providers, Waker] })
class CountingModule {}

/** Jobs of the shared queue: a long one, a short one, and one of every worker. */
@Injectable()
class Three implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly begun: string[] = [];
  readonly ended = Promise.withResolvers<void>();
  onStop: () => Promise<void> = () => Promise.resolve();
  onStopped: () => void = () => undefined;
  inEveryWorker: (context: JobContext) => Promise<void> = () => Promise.resolve();

  beforeApplicationShutdown(): Promise<void> {
    return this.onStop();
  }

  onApplicationShutdown(): void {
    this.onStopped();
  }

  begin(name: string, context: JobContext): Promise<void> {
    this.begun.push(name);
    if (name === 'test.everywhere') return this.inEveryWorker(context);
    return name === 'test.long' ? this.ended.promise : Promise.resolve();
  }
}

const three = ['test.long', 'test.short', 'test.everywhere'].map((name) =>
  scheduledJob({
    name,
    cron: '* * * * * *',
    inEveryWorker: name === 'test.everywhere',
    inject: Three,
    run: (jobs, context) => jobs.begin(name, context),
  }),
);

@Module({ imports: three.flatMap(({ imports }) => imports), providers: [Three, ...three.flatMap(({ providers }) => providers)] })
class ThreeWorkerModule {}

/** Work that runs by itself, and earlier when it is woken. */
@Injectable()
class Loop {
  woken = 0;
}

const loopWakes = whenWoken({ queue: QUEUE, inject: Loop, wake: (loop) => (loop.woken += 1), concurrency: 1 });

@Module({ imports: [...countingWakeUp.imports], providers: [Loop, loopWakes] })
class LoopWorkerModule {}

const log = pino({ level: 'silent' });
const started: INestApplicationContext[] = [];

async function start(...modules: readonly (new () => object)[]): Promise<INestApplicationContext> {
  const environment = Environment.load({ DATABASE_URL: test.url, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') });
  @Module({
    imports: [
      ProcessModule.for({ environment, log }),
      DatabaseModule.over([], 'test'),
      JobsModule.forRoot(environment.get(Env)),
      ...modules,
    ],
  })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
  started.push(app);
  return app;
}

beforeAll(() => migrate(test.url, []));
afterEach(async () => {
  onRun = () => Promise.resolve();
  for (const app of started.splice(0)) await app.close();
  runs.length = 0;
});

describe('a scheduled job', () => {
  it('a scheduled job runs once a tick, however many workers tick', async () => {
    const reader = await start(CountingModule);
    const workers = await Promise.all([start(CountingWorkerModule), start(CountingWorkerModule)]);
    await until(() => runs.length >= 3);
    for (const worker of workers) await worker.close(); // or jobs would change their state while they are listed
    const queue = reader.get<Queue>(getQueueToken(QUEUE), { strict: false });
    const ids = (await queue.getJobs(['completed', 'active', 'waiting'])).map(({ id }) => id ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    // Every id is the second for which the tick was planned, so that two workers agree on it.
    for (const id of ids) expect(id).toMatch(/^test\.counting-\d+000$/);
    expect(runs.length).toBeLessThanOrEqual(ids.length);
  });

  it('a scheduled job runs when its wake-up is called after a commit, and not after a rollback', async () => {
    const app = await start(CountingWorkerModule, CountingModule);
    const db = app.get<DataSource>(getDataSourceToken());
    const { wakeUp: waker } = app.get(Waker, { strict: false });
    await db.transaction((tx) => Promise.reject(new Error(waker.afterCommit(tx) ?? 'rolled back'))).catch(() => undefined);
    expect(runs.filter(({ reason }) => reason === 'wake-up')).toEqual([]);
    await db.transaction((tx) => Promise.resolve(waker.afterCommit(tx)));
    await until(() => runs.some(({ reason }) => reason === 'wake-up'));
  });

  it('a scheduled job shows its interval, and counters that begin at 0', async () => {
    const { interval, runs: counter } = (await start(CountingWorkerModule)).get(JobMetrics, { strict: false });
    expect((await interval.get()).values).toEqual([{ labels: { queue: QUEUE }, value: 1 }]);
    expect((await counter.get()).values).toContainEqual({ labels: { queue: QUEUE, outcome: 'failed' }, value: 0 });
  });

  it('a scheduled job is told to end when the process stops', async () => {
    onRun = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    const app = await start(CountingWorkerModule);
    await until(() => runs.length > 0);
    started.splice(started.indexOf(app), 1);
    await app.close();
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  it('a scheduled job whose ticks cannot be queued for a minute makes its worker not ready, until one is queued', () =>
    withPassingTime(async (pass) => {
      const app = await start(CountingWorkerModule);
      const queue = app.get<Queue>(getQueueToken(QUEUE), { strict: false });
      const isStuck = async () => (await app.get(Health).missing()).includes(`${QUEUE}.schedule`);
      let attempts = 0;
      queue.add = () => Promise.reject(new Error(`no connection at attempt ${(attempts += 1)}`));
      await until(() => attempts > 1);
      expect(await isStuck()).toBe(false);
      pass(61_000);
      await until(isStuck);
      Reflect.deleteProperty(queue, 'add'); // the method of the class
      await until(async () => !(await isStuck()));
    }));

  it('a scheduled job counts a run that fails as failed, and runs again at the next tick', async () => {
    onRun = () => Promise.reject(new Error('no'));
    const app = await start(CountingWorkerModule);
    await until(() => runs.length >= 2);
    const { runs: counter } = app.get(JobMetrics, { strict: false });
    await until(async () => ((await counter.get()).values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0) >= 1);
  });
});

describe('jobs of the shared queue', () => {
  const count = (jobs: Three, wanted: string) => jobs.begun.filter((name) => name === wanted).length;

  it('jobs of the shared queue run while another one runs for long, whose further ticks are left out', async () => {
    const app = await start(ThreeWorkerModule);
    const jobs = app.get(Three, { strict: false });
    await until(() => count(jobs, 'test.short') >= 4);
    expect(count(jobs, 'test.long')).toBe(1);
    jobs.ended.resolve();
    await until(() => count(jobs, 'test.long') > 1);
  });

  it('jobs of the shared queue cost a worker one connection that listens', async () => {
    const jobs = (await start(ThreeWorkerModule)).get(Three, { strict: false });
    jobs.ended.resolve();
    await until(() => count(jobs, 'test.short') >= 1);
    const names = await test.db.query<unknown[]>(
      `SELECT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() AND application_name NOT IN ('', 'test', 'queue')`,
    );
    expect(names).toEqual([{ name: 'jobs' }]);
  });

  it('jobs of the shared queue that every worker runs have no queue: each worker begins them itself', async () => {
    const workers = await Promise.all([start(ThreeWorkerModule), start(ThreeWorkerModule)]);
    const all = workers.map((app) => app.get(Three, { strict: false }));
    for (const jobs of all) jobs.ended.resolve();
    await until(() => all.every((jobs) => count(jobs, 'test.everywhere') >= 2));
  });

  it('jobs of the shared queue that every worker runs end before the worker does, and have the database until then', async () => {
    const app = await start(ThreeWorkerModule);
    const jobs = app.get(Three, { strict: false });
    jobs.ended.resolve();
    const db = app.get<DataSource>(getDataSourceToken());
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    jobs.inEveryWorker = async ({ signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      for (let statement = 0; statement < 20; statement += 1) await db.query('SELECT 1');
      order.push('the run');
    };
    jobs.onStopped = () => order.push('the worker');
    await begun.promise;
    started.splice(started.indexOf(app), 1);
    await app.close();
    expect(order).toEqual(['the run', 'the worker']);
  });

  it('jobs of the shared queue run when a worker takes them off the queue while it stops', async () => {
    const app = await start(ThreeWorkerModule);
    const jobs = app.get(Three, { strict: false });
    jobs.ended.resolve();
    const queue = app.get<Queue>(getQueueToken('jobs'), { strict: false });
    jobs.onStop = async () => {
      const before = count(jobs, 'test.short');
      await queue.add('test.short', {});
      await until(() => count(jobs, 'test.short') > before);
    };
    started.splice(started.indexOf(app), 1);
    await app.close();
  });

  it('jobs of the shared queue that this version does not know are left out', async () => {
    const app = await start(ThreeWorkerModule);
    const jobs = app.get(Three, { strict: false });
    jobs.ended.resolve();
    const queue = app.get<Queue>(getQueueToken('jobs'), { strict: false });
    const { id } = await queue.add('test.unknown', {});
    await until(async () => (await queue.getJobState(id ?? '')) === 'completed');
  });
});

it('a wake-up reaches work without a schedule, after a commit and not after a rollback', async () => {
  const app = await start(LoopWorkerModule, CountingModule);
  const db = app.get<DataSource>(getDataSourceToken(), { strict: false });
  const { wakeUp: wakes } = app.get(Waker, { strict: false });
  const loop = app.get(Loop, { strict: false });
  const rolledBack = db.transaction((tx) => {
    wakes.afterCommit(tx);
    return Promise.reject(new Error('rolled back'));
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await db.transaction((tx) => Promise.resolve(wakes.afterCommit(tx)));
  await until(() => loop.woken > 0);
  expect(loop.woken).toBe(1);
});

it('wake-ups that come while another one is being added become one more, which is added after it', async () => {
  const additions: PromiseWithResolvers<void>[] = [];
  const add = () => {
    const addition = Promise.withResolvers<void>();
    additions.push(addition);
    return addition.promise as Promise<never>;
  };
  const wakes = new WakeUp({ name: QUEUE, add }, test.db, log);
  for (let call = 0; call < 3; call += 1) wakes.now();
  expect(additions).toHaveLength(1);
  additions[0]?.resolve();
  await until(() => additions.length > 1);
  additions[1]?.resolve();
  await additions[1]?.promise;
  expect(additions).toHaveLength(2);
  wakes.now();
  expect(additions).toHaveLength(3);
});
