import { setImmediate } from 'node:timers/promises';
import { newId } from '@app/database';
import { Health, LOG, logContext, startSpan, TRACEPARENT } from '@app/process';
import { getQueueToken, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  Inject,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type Provider,
  type Type,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import { CronJob } from 'cron';
import type { Logger } from 'pino';
import { JobMetrics } from './job-metrics.js';
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
  /** Name of the queue, such as `webhooks.retention`. */
  readonly queue: string;
  readonly cron: Schedule;
  /** The class that does the work, a provider of the same module. */
  readonly inject: Type<T>;
  /** Does the work. What it returns is logged, unless it is undefined. */
  readonly run: (worker: T, context: JobContext) => Promise<object | number | undefined | void>;
  /** Each worker queues a run of its own at every tick, for work that they share; otherwise one of them runs. */
  readonly inEveryWorker?: boolean;
  /** Runs that one process has in hand at once; 1 by default. */
  readonly concurrency?: number;
};

/** To be spread into the `imports` and `providers` of the feature's worker module. */
export type ScheduledJob = { readonly imports: readonly DynamicModule[]; readonly providers: readonly Provider[] };

/** How long a finished tick is remembered: a worker whose clock is late must not run it again. */
const REMEMBERED_SECONDS = 600;

/** Milliseconds after which a tick is queued again that could not be queued. */
const RETRY_MS = 5000;

/** Ticks between which the longest interval is looked for: a day of one every 15 minutes. */
const LOOKED_AT_TICKS = 100;

/** Milliseconds without a successful attempt to queue a due tick after which the worker is not ready. */
const STUCK_AFTER_MS = 60_000;

/**
 * Declares a job: its queue, its schedule and its work. Every worker process enqueues each tick under the same id, so that one of
 * them runs it. Wake-ups (see `wakeUp`) of the same queue run the same work at once.
 *
 * @example
 * const retention = scheduledJob({
 *   queue: 'webhooks.retention',
 *   cron: '30 * * * *',
 *   inject: Retention,
 *   run: (retention, { signal }) => retention.deleteFinished({ signal }),
 * });
 * // in the worker module: imports: [...retention.imports], providers: [Retention, ...retention.providers]
 */
export function scheduledJob<T>(options: ScheduledJobOptions<T>): ScheduledJob {
  return { imports: [registerQueue(options.queue)], providers: [scheduleOf(options), processorOf(options)] };
}

function scheduleOf<T>({ queue: name, cron, inEveryWorker }: ScheduledJobOptions<T>): Provider {
  const suffix = inEveryWorker ? `-${newId()}` : '';
  const inject = [getQueueToken(name), typeof cron === 'string' ? LOG : cron.from, SchedulerRegistry, Health, LOG, JobMetrics];
  return {
    provide: Symbol(`schedule of ${name}`),
    inject,
    useFactory: (queue: Queue, environment: unknown, schedules: SchedulerRegistry, health: Health, log: Logger, metrics: JobMetrics) =>
      new JobSchedule(queue, typeof cron === 'string' ? cron : cron.read(environment as never), {
        schedules,
        health,
        log,
        metrics,
        suffix,
      }),
  };
}

type Surroundings = {
  readonly schedules: SchedulerRegistry;
  readonly health: Health;
  readonly log: Logger;
  readonly metrics: JobMetrics;
  /** Of the ids of its ticks: empty, or this worker's own. */
  readonly suffix: string;
};

class JobSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private latest = 0;
  private failingSince: number | undefined; // the time of the first tick that could not be queued
  private retry: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly queue: Queue,
    private readonly cronTime: string,
    private readonly surroundings: Surroundings,
  ) {}

  onApplicationBootstrap(): void {
    const { schedules, health, metrics } = this.surroundings;
    const { name } = this.queue;
    health.needs(`${name}.schedule`, () => {
      const since = this.failingSince ?? Infinity;
      return performance.now() - since > STUCK_AFTER_MS ? Promise.reject(new Error('a tick could not be queued')) : Promise.resolve();
    });
    // The id is the time for which the tick was planned: timers of two processes fire some milliseconds apart.
    let planned = 0;
    const job = CronJob.from({
      cronTime: this.cronTime,
      timeZone: 'UTC',
      onTick: () => {
        const tick = planned;
        planned = job.nextDate().toMillis();
        void this.enqueue(tick);
      },
    });
    planned = job.nextDate().toMillis();
    metrics.scheduled(name, () => longestInterval(job));
    schedules.addCronJob(name, job);
    job.start();
  }

  beforeApplicationShutdown(): void {
    this.stopping = true;
    clearTimeout(this.retry);
  }

  /** A tick that cannot be queued is tried again until the next one comes, which does its work. */
  private async enqueue(tick: number): Promise<void> {
    const { name } = this.queue;
    const kept = { age: REMEMBERED_SECONDS };
    clearTimeout(this.retry);
    this.latest = tick;
    const isFirst = this.failingSince === undefined;
    this.failingSince ??= performance.now();
    try {
      await this.queue.add('tick', {}, { jobId: `${name}-${tick}${this.surroundings.suffix}`, removeOnComplete: kept, removeOnFail: kept });
      if (tick === this.latest) this.failingSince = undefined;
    } catch (err) {
      if (isFirst) this.surroundings.log.warn({ err, queue: name }, 'a scheduled run could not be queued; it is tried again');
      if (tick !== this.latest || this.stopping) return;
      this.retry = setTimeout(() => void this.enqueue(tick), RETRY_MS).unref();
    }
  }
}

/**
 * Seconds between two of the next ticks, at most: nights and weekends that a schedule leaves out count. Other work goes on between two
 * ticks, since all of them take up to a second.
 */
async function longestInterval({ cronTime }: CronJob): Promise<number> {
  let at = cronTime.getNextDateFrom(new Date());
  const end = at.plus({ days: 8 });
  let longestMs = 0;
  for (let tick = 0; tick < LOOKED_AT_TICKS && at < end; tick += 1) {
    const next = cronTime.getNextDateFrom(at);
    longestMs = Math.max(longestMs, next.toMillis() - at.toMillis());
    at = next;
    await setImmediate();
  }
  return longestMs / 1000;
}

function processorOf<T>({ queue, inject, run, concurrency = 1 }: ScheduledJobOptions<T>): Provider {
  @Processor(queue, { concurrency })
  class JobProcessor extends WorkerHost implements BeforeApplicationShutdown {
    private readonly stopping = new AbortController();

    constructor(
      @Inject(inject) private readonly target: T,
      private readonly metrics: JobMetrics,
      @Inject(LOG) private readonly log: Logger,
    ) {
      super();
    }

    beforeApplicationShutdown(): void {
      this.stopping.abort(new Error('the process stops'));
    }

    override process(job: Job): Promise<void> {
      const span = startSpan(`job ${queue}`, { kind: 'CONSUMER' });
      const context = { job: `${queue}/${job.id}`, ...(span && { trace: span.traceId, [TRACEPARENT]: span.traceparent }) };
      return logContext.run(context, () => this.measured(job)).finally(() => span?.end());
    }

    private async measured(job: Job): Promise<void> {
      const { runs, running, duration, lastSuccess } = this.metrics;
      running.inc({ queue });
      const seconds = duration.startTimer({ queue });
      try {
        const result = await run(this.target, { signal: this.stopping.signal, reason: job.name === 'tick' ? 'schedule' : 'wake-up' });
        runs.inc({ queue, outcome: 'succeeded' });
        lastSuccess.setToCurrentTime({ queue });
        if (result !== undefined) this.log.info({ queue, result }, 'job finished');
      } catch (err) {
        runs.inc({ queue, outcome: 'failed' });
        this.log.error({ err, queue }, 'job failed');
        throw err;
      } finally {
        seconds();
        running.dec({ queue });
      }
    }
  }
  return JobProcessor;
}
