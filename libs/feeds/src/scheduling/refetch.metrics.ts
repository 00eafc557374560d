import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { UpkeepQueries, type RefetchCounts } from './upkeep.queries.js';

/** Figures of refetches for Prometheus. Gauges are of all workers together, the counter is of this one. */
@Injectable()
export class RefetchMetrics {
  private readonly finished: Counter<'outcome' | 'reason'>;

  constructor({ registry }: Metrics, queries: UpkeepQueries) {
    const registers = [registry];
    this.finished = new Counter({
      name: 'rss_refetches_finished_total',
      help: 'Finished refetches of feeds, by outcome (succeeded, not_modified, or a failure code) and reason (requested, automatic).',
      labelNames: ['outcome', 'reason'],
      registers,
    });
    // One scrape collects all gauges at once and asks the database once.
    let counting: Promise<RefetchCounts | undefined> | undefined;
    const counts = () =>
      (counting ??= queries
        .counts()
        .catch(() => undefined) // the database is unavailable: the last figures stay, and /health/ready reports it
        .finally(() => (counting = undefined)));
    const gauge = (name: string, help: string, of: (counted: RefetchCounts) => number) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const counted = await counts();
          if (counted) this.set(of(counted));
        },
      });
    gauge('rss_refetches_due', 'Refetches of feeds that are due and not begun.', ({ due }) => due);
    gauge('rss_refetches_running', 'Refetches of feeds in progress.', ({ running }) => running);
    gauge('rss_refetch_oldest_due_seconds', 'Seconds for which the oldest refetch has been due.', (counted) => counted.oldestDueSeconds);
  }

  ended(outcome: string, automatic: boolean): void {
    this.finished.inc({ outcome, reason: automatic ? 'automatic' : 'requested' });
  }
}
