import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Figures of every scheduled job of a process, by queue. */
@Injectable()
export class JobMetrics {
  readonly runs: Counter<'queue' | 'outcome'>;
  readonly running: Gauge<'queue'>;
  readonly duration: Histogram<'queue'>;
  readonly lastSuccess: Gauge<'queue'>;
  readonly interval: Gauge<'queue'>;
  /** The longest interval of each queue so far, in seconds. */
  private readonly longest = new Map<string, number>();

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.runs = new Counter({
      name: 'job_runs_total',
      help: 'Finished runs of scheduled jobs, by queue and outcome (succeeded, failed).',
      labelNames: ['queue', 'outcome'],
      registers,
    });
    this.running = new Gauge({
      name: 'jobs_running',
      help: 'Runs of scheduled jobs in progress, by queue.',
      labelNames: ['queue'],
      registers,
    });
    this.duration = new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of runs of scheduled jobs in seconds, by queue.',
      labelNames: ['queue'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers,
    });
    this.lastSuccess = new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'Unix time at which a scheduled job last succeeded in this process, by queue.',
      labelNames: ['queue'],
      registers,
    });
    this.interval = new Gauge({
      name: 'job_interval_seconds',
      help: 'Longest time between two ticks of the schedule of a job in seconds, by queue.',
      labelNames: ['queue'],
      registers,
    });
  }

  /**
   * Counters begin at 0: of one that appears with its first failure, Prometheus sees no increase.
   * @param seconds between the next tick and the one behind it: that of a night is known before it begins
   */
  planned(queue: string, seconds: number): void {
    const longest = Math.max(seconds, this.longest.get(queue) ?? 0);
    this.longest.set(queue, longest);
    this.interval.set({ queue }, longest);
    for (const outcome of ['succeeded', 'failed']) this.runs.inc({ queue, outcome }, 0);
  }
}
