import { scheduledJob } from '@app/jobs';
import { Clock, LOG } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { WebhooksEnv } from '../webhooks.env.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveryCountsQueries } from './delivery-counts.queries.js';

const DAY_MS = 86_400_000;

/** Deletes finished deliveries that are older than `RETENTION_DAYS` (spec 6.11), and compares the numbers of unfinished ones. */
@Injectable()
export class Retention {
  constructor(
    private readonly deliveries: DeliveriesQueries,
    private readonly counts: DeliveryCountsQueries,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @returns how many were deleted */
  async run(now = this.clock.now()): Promise<number> {
    const deleted = await this.deliveries.deleteFinishedBefore(new Date(now.getTime() - this.env.RETENTION_DAYS * DAY_MS));
    const corrected = await this.counts.correct();
    if (corrected) this.log.warn({ corrected }, 'the numbers of unfinished deliveries were wrong: rows were changed without triggers');
    return deleted;
  }
}

export const retentionJob = scheduledJob({
  queue: 'webhooks.retention',
  cron: '30 * * * *',
  inject: Retention,
  run: async (retention) => ({ deleted: await retention.run() }),
});
