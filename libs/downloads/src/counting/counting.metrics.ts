import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import type { NotCountable } from './countable.js';

/** Why a request for audio was not counted: no download, a repetition, a full buffer, or no key to hash the listener with. */
type LeftOut = NotCountable | 'repeated' | 'full' | 'no_key';

/** Metrics of counting in an api process. */
@Injectable()
export class CountingMetrics {
  private readonly downloads: Counter;
  private readonly others: Counter<'reason'>;
  private readonly registers;

  constructor({ registry }: Metrics) {
    this.registers = [registry];
    this.downloads = new Counter({ name: 'downloads_counted_total', help: 'Downloads counted.', registers: this.registers });
    this.others = new Counter({
      name: 'downloads_left_out_total',
      help: 'Requests for audio that were not counted, by reason.',
      labelNames: ['reason'],
      registers: this.registers,
    });
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
    new Gauge({
      name: 'downloads_waiting',
      help: 'Requests for audio that wait in memory to be counted.',
      registers: this.registers,
      collect() {
        this.set(waiting());
      },
    });
  }
}
