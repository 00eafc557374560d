import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Figures of every scheduled job of a process, by queue. */
@Injectable()
export class JobMetrics {
  readonly runs = this.metrics.counter('job_runs_total', 'Finished runs of scheduled jobs, by queue and outcome (succeeded, failed).', [
    'queue',
    'outcome',
  ]);
  readonly running = this.metrics.gauge('jobs_running', 'Runs of scheduled jobs in progress, by queue.', ['queue']);
  readonly duration = this.metrics.histogram(
    'job_duration_seconds',
    'Duration of runs of scheduled jobs in seconds, by queue.',
    [0.01, 0.1, 1, 10, 60, 600],
    ['queue'],
  );
  readonly lastSuccess = this.metrics.gauge(
    'job_last_success_timestamp_seconds',
    'Unix time at which a scheduled job last succeeded in this process, by queue.',
    ['queue'],
  );
  readonly interval = this.metrics.gauge(
    'job_interval_seconds',
    'Longest time between two ticks of the schedule of a job in seconds, by queue.',
    ['queue'],
  );
  /** The longest interval of each queue so far, in seconds. */
  private readonly longest = new Map<string, number>();

  constructor(private readonly metrics: Metrics) {}

  /**
   * Counters begin at 0: of one that appears with its first failure, Prometheus sees no increase.
   * @param seconds between the next tick and the one behind it: that of a night is known before it begins
   */
  planned(queue: string, seconds: number): void {
    const longest = Math.max(seconds, this.longest.get(queue) ?? 0);
    this.longest.set(queue, longest);
    this.interval.set({ queue }, longest);
    for (const outcome of ['succeeded', 'failed'] as const) this.runs.inc({ queue, outcome }, 0);
  }
}
