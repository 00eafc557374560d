import { LOG, logContext, startSpan, TRACEPARENT } from '@app/process';
import { BullModule, getQueueToken, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Provider,
  type Type,
} from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { CronJob } from 'cron';
import type { Logger } from 'pino';
import { JobSurroundings } from './job-surroundings.js';
import { registerQueue } from './jobs.module.js';

/** A cron expression (five fields, or six with seconds first; UTC), or one that an environment class holds. */
type Schedule = string | { readonly from: Type; readonly read: (env: never) => string };

export type JobContext = {
  /** Aborts when the process stops. A run that takes long ends after its present batch. */
  readonly signal: AbortSignal;
  /** Whether the schedule or a wake-up asked for this run. */
  readonly reason: 'schedule' | 'wake-up';
};

type ScheduledJobOptions<T> = {
  /** Its name in metrics, logs and traces, such as `webhooks.retention`. */
  readonly name: string;
  readonly cron: Schedule;
  /** The class that does the work, a provider of the same module. */
  readonly inject: Type<T>;
  /** Does the work. What it returns is logged, unless it is undefined. */
  readonly run: (worker: T, context: JobContext) => Promise<object | number | undefined | void>;
  /** Every worker runs it at every tick, for work that they share; otherwise one of them runs it. */
  readonly inEveryWorker?: boolean;
  /** A queue named after the job, which `wakeUp` fills too. One process has at most `concurrency` runs at once. */
  readonly ownQueue?: { readonly concurrency: number };
};

/** To be spread into the `imports` and `providers` of the feature's worker module. */
export type ScheduledJob = { readonly imports: readonly (DynamicModule | Type)[]; readonly providers: readonly Provider[] };

/** The queue of all jobs without one of their own: each queue costs a worker a connection that listens. */
const SHARED_QUEUE = 'jobs';

/** The name of a scheduled run in a job's own queue, beside wake-ups. */
const TICK = 'tick';

/** How long a finished tick is remembered: a worker whose clock is late must not run it again. */
const REMEMBERED = { age: 600 };

/** Milliseconds after which a tick is queued again that could not be queued. */
const RETRY_MS = 5000;

/** Milliseconds without a successful attempt to queue a due tick after which the worker is not ready. */
const STUCK_AFTER_MS = 60_000;

/**
 * Declares a job: its schedule and its work. Every worker process enqueues each tick under the same id, so that one of
 * them runs it.
 *
 * @example
 * const retention = scheduledJob({
 *   name: 'webhooks.retention',
 *   cron: '30 * * * *',
 *   inject: Retention,
 *   run: (retention, { signal }) => retention.deleteFinished({ signal }),
 * });
 * // in the worker module: imports: [...retention.imports], providers: [Retention, ...retention.providers]
 */
export function scheduledJob<T>({ name, cron, inject, run, inEveryWorker, ownQueue }: ScheduledJobOptions<T>): ScheduledJob {
  const runs = Symbol(`runs of ${name}`);
  const providers: readonly Provider[] = [
    {
      provide: runs,
      inject: [inject, JobSurroundings, ...(ownQueue ? [] : [SharedQueue])],
      useFactory: (target: T, surroundings: JobSurroundings, shared?: SharedQueue) => {
        const made = new JobRuns(name, (context) => run(target, context), surroundings);
        shared?.jobs.set(name, made);
        return made;
      },
    },
    {
      provide: Symbol(`schedule of ${name}`),
      inject: [runs, getQueueToken(ownQueue ? name : SHARED_QUEUE), typeof cron === 'string' ? LOG : cron.from, JobSurroundings],
      useFactory: (made: JobRuns, queue: Queue, environment: unknown, surroundings: JobSurroundings) => {
        const cronTime = typeof cron === 'string' ? cron : cron.read(environment as never);
        const add = (jobId: string) =>
          queue.add(ownQueue ? TICK : name, {}, { jobId, removeOnComplete: REMEMBERED, removeOnFail: REMEMBERED });
        const begin = (id: string) => Promise.resolve(made.begin(id));
        return new JobSchedule(name, { cronTime, enqueue: inEveryWorker ? begin : add }, surroundings);
      },
    },
  ];
  return ownQueue
    ? { imports: [registerQueue(name)], providers: [...providers, processorOf(name, runs, ownQueue)] }
    : { imports: [SharedQueueModule], providers };
}

type Ticks = {
  readonly cronTime: string;
  /** Queues the run of a tick. */
  readonly enqueue: (id: string) => Promise<unknown>;
};

class JobSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private latest = 0;
  private failingSince: number | undefined; // the time of the first tick that could not be queued
  private retry: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly name: string,
    private readonly ticks: Ticks,
    private readonly surroundings: JobSurroundings,
  ) {}

  onApplicationBootstrap(): void {
    const { schedules, health, metrics } = this.surroundings;
    health.needs(`${this.name}.schedule`, () => {
      const since = this.failingSince ?? Infinity;
      return performance.now() - since > STUCK_AFTER_MS ? Promise.reject(new Error('a tick could not be queued')) : Promise.resolve();
    });
    // The id is the time for which the tick was planned: timers of two processes fire some milliseconds apart.
    let planned = 0;
    const plan = () => {
      const next = job.nextDate();
      planned = next.toMillis();
      metrics.planned(this.name, (job.cronTime.getNextDateFrom(next).toMillis() - planned) / 1000);
    };
    const job = CronJob.from({
      cronTime: this.ticks.cronTime,
      timeZone: 'UTC',
      onTick: () => {
        const tick = planned;
        plan();
        void this.enqueue(tick);
      },
    });
    plan();
    schedules.addCronJob(this.name, job);
    job.start();
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearTimeout(this.retry);
  }

  /** A tick that cannot be queued is tried again until the next one comes, which does its work. */
  private async enqueue(tick: number): Promise<void> {
    clearTimeout(this.retry);
    this.latest = tick;
    const isFirst = this.failingSince === undefined;
    this.failingSince ??= performance.now();
    try {
      await this.ticks.enqueue(`${this.name}-${tick}`);
      if (tick === this.latest) this.failingSince = undefined;
    } catch (err) {
      if (isFirst) this.surroundings.log.warn({ err, queue: this.name }, 'a scheduled run could not be queued; it is tried again');
      if (tick !== this.latest || this.stopping) return;
      this.retry = setTimeout(() => void this.enqueue(tick), RETRY_MS).unref();
    }
  }
}

/** The runs of one job in this process: measured, logged and traced. */
class JobRuns implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private alone: Promise<void> | undefined;

  constructor(
    private readonly name: string,
    private readonly work: (context: JobContext) => Promise<object | number | undefined | void>,
    private readonly surroundings: JobSurroundings,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort(new Error('the process stops'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.alone?.catch(() => undefined);
  }

  /** Begins a run that no queue keeps, unless the process stops: the next tick does its work. */
  begin(id: string): void {
    if (!this.stopping.signal.aborted) void this.runAlone(id).catch(() => undefined); // the run has logged its failure
  }

  /**
   * Runs by schedule, unless a run that this process has in hand does the same work. A process that stops runs it, too:
   * the queue has given the tick to no other one.
   */
  async runAlone(id: string): Promise<void> {
    if (this.alone) return;
    this.alone = this.run(id, 'schedule').finally(() => (this.alone = undefined));
    await this.alone;
  }

  run(id: string | undefined, reason: JobContext['reason']): Promise<void> {
    const span = startSpan(`job ${this.name}`, { kind: 'CONSUMER' });
    const context = { job: `${this.name}/${id}`, ...(span && { trace: span.traceId, [TRACEPARENT]: span.traceparent }) };
    return logContext.run(context, () => this.measured(reason)).finally(() => span?.end());
  }

  private async measured(reason: JobContext['reason']): Promise<void> {
    const { metrics, log } = this.surroundings;
    const { runs, running, duration, lastSuccess } = metrics;
    const queue = this.name;
    running.inc({ queue });
    const seconds = duration.startTimer({ queue });
    try {
      const result = await this.work({ signal: this.stopping.signal, reason });
      runs.inc({ queue, outcome: 'succeeded' });
      lastSuccess.setToCurrentTime({ queue });
      if (result !== undefined) log.info({ queue, result }, 'job finished');
    } catch (err) {
      runs.inc({ queue, outcome: 'failed' });
      log.error({ err, queue }, 'job failed');
      throw err;
    } finally {
      seconds();
      running.dec({ queue });
    }
  }
}

function processorOf(queue: string, runs: symbol, { concurrency }: { readonly concurrency: number }): Provider {
  @Processor(queue, { concurrency })
  class JobProcessor extends WorkerHost {
    constructor(@Inject(runs) private readonly runs: JobRuns) {
      super();
    }

    override process({ name, id }: Job): Promise<void> {
      return this.runs.run(id, name === TICK ? 'schedule' : 'wake-up');
    }
  }
  return JobProcessor;
}

/** Runs the jobs of the shared queue, each by its name, and no two runs of one job at once. */
@Processor(SHARED_QUEUE)
class SharedQueue extends WorkerHost implements OnApplicationBootstrap {
  readonly jobs = new Map<string, JobRuns>();

  constructor(@Inject(LOG) private readonly log: Logger) {
    super();
  }

  /** Every job may take long, and keeps no other one from running. */
  onApplicationBootstrap(): void {
    this.worker.concurrency = this.jobs.size;
  }

  override async process({ name, id }: Job): Promise<void> {
    const runs = this.jobs.get(name);
    if (runs) await runs.runAlone(id ?? name);
    else this.log.warn({ queue: name }, 'a job of another version is left out; its next run does its work');
  }
}

@Module({ imports: [registerQueue(SHARED_QUEUE)], providers: [SharedQueue], exports: [SharedQueue, BullModule] })
class SharedQueueModule {}
