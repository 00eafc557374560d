import { LOG } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';

/** Logs the beginning and the end of a database outage once: every loop of a worker notices it, again and again. */
@Injectable()
export class DatabaseOutage {
  private reported = false;

  constructor(@Inject(LOG) private readonly log: Logger) {}

  failed(err: unknown): void {
    if (!this.reported) this.log.warn({ err }, 'deliveries cannot be read or recorded at the moment');
    this.reported = true;
  }

  recovered(): void {
    if (this.reported) this.log.info('deliveries can be read and recorded again');
    this.reported = false;
  }
}
