import type { DeliveryStatus } from '@app/outbox';
import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DeliveryCountsQueries, type DeliveryCounts } from './delivery-counts.queries.js';

/** The metrics of a worker's deliveries. */
@Injectable()
export class DeliveryMetrics {
  readonly inFlight: Gauge;
  private readonly attempts: Counter<'outcome'>;
  private readonly finished: Counter<'status'>;
  private readonly postponements: Counter<'reason'>;
  private readonly duration: Histogram;

  constructor({ registry }: Metrics, deliveries: DeliveryCountsQueries) {
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
    this.duration = new Histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Duration of attempts in seconds, from the name look-up to the decision.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    countRows(registers, deliveries);
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

/** Gauges of what is in the database. All gauges of one scrape share one statement. */
function countRows(registers: Registry[], deliveries: DeliveryCountsQueries): void {
  let counting: Promise<DeliveryCounts | undefined> | undefined;
  const counts = () =>
    (counting ??= deliveries
      .counts()
      .catch(() => undefined) // the database is unavailable: the last figures remain, and the health check reports it
      .finally(() => (counting = undefined)));
  new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'Seconds for which the oldest delivery has been due.',
    registers,
    async collect() {
      const counted = await counts();
      if (counted) this.set(counted.oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'webhook_deliveries',
    help: 'Deliveries that are not finished: due now, waiting for a retry, being sent, or held for a destination that is not active.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counted = await counts();
      if (!counted) return;
      const { due, waiting, sending, held } = counted;
      for (const [state, count] of Object.entries({ due, waiting, sending, held })) this.set({ state }, count);
    },
  });
}
