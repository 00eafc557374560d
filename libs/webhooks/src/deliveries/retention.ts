import { scheduledJob } from '@app/jobs';
import { Clock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { WebhooksEnv } from '../webhooks.env.js';
import { DeliveriesQueries } from './deliveries.queries.js';

const DAY_MS = 86_400_000;

/** Deletes finished deliveries that are older than `RETENTION_DAYS` (spec 6.11). */
@Injectable()
export class Retention {
  constructor(
    private readonly deliveries: DeliveriesQueries,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were deleted */
  run(now = this.clock.now()): Promise<number> {
    return this.deliveries.deleteFinishedBefore(new Date(now.getTime() - this.env.RETENTION_DAYS * DAY_MS));
  }
}

export const retentionJob = scheduledJob({
  queue: 'webhooks.retention',
  cron: '30 * * * *',
  inject: Retention,
  run: async (retention) => ({ deleted: await retention.run() }),
});
