import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import type { NotCountable } from './countable.js';

/** Why a request for audio was not counted: no download, repeated, a full buffer, or no key for the listener. */
type LeftOut = NotCountable | 'repeated' | 'full' | 'no_key';

@Injectable()
export class CountingMetrics {
  private readonly downloads = this.metrics.counter('downloads_counted_total', 'Downloads counted.');
  private readonly others = this.metrics.counter('downloads_left_out_total', 'Requests for audio that were not counted, by reason.', [
    'reason',
  ]);

  constructor(private readonly metrics: Metrics) {
    // Of a counter that appears with its first loss, Prometheus sees no increase.
    for (const reason of ['full', 'no_key'] as const) this.others.inc({ reason }, 0);
  }

  counted(downloads: number, repeated: number): void {
    this.downloads.inc(downloads);
    this.others.inc({ reason: 'repeated' }, repeated);
  }

  leftOut(reason: LeftOut): void {
    this.others.inc({ reason });
  }

  showsWaiting(waiting: () => number): void {
    this.metrics.gauge('downloads_waiting', 'Requests for audio that wait in memory to be counted.', [], function () {
      this.set(waiting());
    });
  }
}
