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
  /** Not yet computed. */
  private readonly intervals = new Map<string, () => Promise<number>>();

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
      collect: () => this.computeIntervals(),
    });
  }

  /**
   * Counters begin at 0: of one that appears with its first failure, Prometheus sees no increase.
   * @param interval seconds between ticks; called when figures are first read, since all schedules take half a worker's start to compute
   */
  scheduled(queue: string, interval: () => Promise<number>): void {
    this.intervals.set(queue, interval);
    for (const outcome of ['succeeded', 'failed']) this.runs.inc({ queue, outcome }, 0);
  }

  private async computeIntervals(): Promise<void> {
    for (const [queue, interval] of this.intervals) {
      this.interval.set({ queue }, await interval());
      this.intervals.delete(queue);
    }
  }
}
