import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Refetches of this worker, for Prometheus; those due and running of all workers are in `work_items`. */
@Injectable()
export class RefetchMetrics {
  private readonly finished = this.metrics.counter(
    'rss_refetches_finished_total',
    'Finished refetches of feeds, by outcome (succeeded, not_modified, or a failure code) and reason (requested, automatic).',
    ['outcome', 'reason'],
  );

  constructor(private readonly metrics: Metrics) {}

  ended(outcome: string, automatic: boolean): void {
    this.finished.inc({ outcome, reason: automatic ? 'automatic' : 'requested' });
  }
}
