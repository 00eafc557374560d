import type { DeliveryStatus } from '@app/outbox';
import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

/** The metrics of a worker's deliveries. */
@Injectable()
export class DeliveryMetrics {
  readonly inFlight: Gauge;
  private readonly attempts: Counter<'outcome'>;
  private readonly finished: Counter<'status'>;
  private readonly postponements: Counter<'reason'>;
  private readonly duration: Histogram;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.inFlight = new Gauge({ name: 'webhook_deliveries_in_flight', help: 'Exchanges of this worker in flight.', registers });
    this.attempts = new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts by outcome: an HTTP status or a code.',
      labelNames: ['outcome'],
      registers,
    });
    this.finished = new Counter({
      name: 'webhook_deliveries_finished_total',
      help: 'Deliveries that were delivered or have failed.',
      labelNames: ['status'],
      registers,
    });
    this.postponements = new Counter({
      name: 'webhook_attempts_postponed_total',
      help: 'Attempts that do not count, because of a fault on our side.',
      labelNames: ['reason'],
      registers,
    });
    // Of a counter that appears with its first fault, Prometheus sees no increase.
    for (const reason of ['unknown_key', 'internal_error', 'exhausted']) this.postponements.inc({ reason }, 0);
    this.duration = new Histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Duration of attempts in seconds, from the name look-up to the decision.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
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
