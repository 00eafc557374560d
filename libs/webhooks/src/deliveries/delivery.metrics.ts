import type { DeliveryStatus } from '@app/outbox';
import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';

/** The metrics of a worker's deliveries. */
@Injectable()
export class DeliveryMetrics {
  readonly inFlight = this.metrics.gauge('webhook_deliveries_in_flight', 'Exchanges of this worker in flight.');
  private readonly attempts = this.metrics.counter('webhook_attempts_total', 'Attempts by outcome: an HTTP status or a code.', ['outcome']);
  private readonly finished = this.metrics.counter('webhook_deliveries_finished_total', 'Deliveries that were delivered or have failed.', [
    'status',
  ]);
  private readonly postponements = this.metrics.counter(
    'webhook_attempts_postponed_total',
    'Attempts that do not count, because of a fault on our side.',
    ['reason'],
  );
  private readonly duration = this.metrics.histogram(
    'webhook_attempt_duration_seconds',
    'Duration of attempts in seconds, from the name look-up to the decision.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );

  constructor(private readonly metrics: Metrics) {
    // Of a counter that appears with its first fault, Prometheus sees no increase.
    for (const reason of ['unknown_key', 'internal_error', 'exhausted'] as const) this.postponements.inc({ reason }, 0);
  }

  /** @param status null when the result came too late to be recorded */
  attempted({ outcome, seconds, status }: { outcome: string; seconds: number; status: DeliveryStatus | null }): void {
    this.attempts.inc({ outcome });
    this.duration.observe(seconds);
    if (status !== null && status !== 'queued') this.finished.inc({ status });
  }

  postponed(reason: string): void {
    this.postponements.inc({ reason });
  }
}
