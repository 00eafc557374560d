import type { IncomingMessage } from 'node:http';
import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';

/** Why bytes of an upload were not stored: the disk or S3 refused them, a bug, or the client disconnected early. */
export type UploadFailure = 'not_stored' | 'internal' | 'interrupted';

/** Metrics of uploads that an api process receives, in chunks and as forms. */
@Injectable()
export class UploadMetrics {
  private readonly receiving = this.metrics.gauge('uploads_receiving', 'Requests of uploads whose bytes are being stored.');
  private readonly bytes = this.metrics.counter('upload_bytes_stored_total', 'Bytes of uploads that the storage has confirmed.');
  private readonly finished = this.metrics.counter('uploads_completed_total', 'Uploads of which every byte is stored.');
  private readonly failures = this.metrics.counter(
    'upload_failures_total',
    'Requests of uploads that ended before their bytes were stored, by reason.',
    ['reason'],
  );

  constructor(private readonly metrics: Metrics) {
    for (const reason of ['not_stored', 'internal', 'interrupted'] as const) this.failures.inc({ reason }, 0);
  }

  /** Counts a request whose bytes arrive. @returns a function to call once, with the bytes stored and any failure */
  begin(): (stored: number, failure?: UploadFailure) => void {
    this.receiving.inc();
    return (stored, failure) => {
      this.receiving.dec();
      this.bytes.inc(Math.max(0, stored));
      if (failure !== undefined) this.failures.inc({ reason: failure });
    };
  }

  completed(): void {
    this.finished.inc();
  }

  /** Counts a request as interrupted if its client disconnected before the end of the body. */
  ended({ complete, destroyed }: Pick<IncomingMessage, 'complete' | 'destroyed'>): void {
    if (!complete && destroyed) this.failures.inc({ reason: 'interrupted' });
  }
}
