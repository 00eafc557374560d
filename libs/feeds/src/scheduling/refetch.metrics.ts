import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Refetches of this worker, for Prometheus; what is due and running of all workers is among the background work (`work_items`). */
@Injectable()
export class RefetchMetrics {
  private readonly finished: Counter<'outcome' | 'reason'>;

  constructor({ registry }: Metrics) {
    this.finished = new Counter({
      name: 'rss_refetches_finished_total',
      help: 'Finished refetches of feeds, by outcome (succeeded, not_modified, or a failure code) and reason (requested, automatic).',
      labelNames: ['outcome', 'reason'],
      registers: [registry],
    });
  }

  ended(outcome: string, automatic: boolean): void {
    this.finished.inc({ outcome, reason: automatic ? 'automatic' : 'requested' });
  }
}
