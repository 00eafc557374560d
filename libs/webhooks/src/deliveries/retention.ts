import { scheduledJob } from '@app/jobs';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { WebhooksEnv } from '../webhooks.env.js';
import { RetentionQueries } from './retention.queries.js';

const DAY_MS = 86_400_000;

/** Days for which events are kept (contract 18), or as long as a delivery refers to them. */
const EVENT_DAYS = 30;

/** Days for which partitions are made ahead. All workers may be stopped for as long. */
const DAYS_AHEAD = 7;

/** Removes finished deliveries that are older than `RETENTION_DAYS` (contract 6.17), and events after 30 days. */
@Injectable()
export class Retention {
  constructor(
    private readonly queries: RetentionQueries,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
  ) {}

  /** @returns how many deliveries were removed */
  async deleteOld(now = this.clock.now()): Promise<number> {
    let removed = 0;
    try {
      await this.queries.makePartitions(this.clock.now(), DAYS_AHEAD);
    } finally {
      // Also when no partition can be made because a transaction holds a table for long.
      removed = await this.queries.removeFinishedBefore(new Date(now.getTime() - this.env.RETENTION_DAYS * DAY_MS));
      await this.queries.removeEventsBefore(new Date(now.getTime() - EVENT_DAYS * DAY_MS));
    }
    return removed;
  }
}

export const retentionJob = scheduledJob({
  name: 'webhooks.retention',
  cron: '30 * * * *',
  inject: Retention,
  run: async (retention) => ({ deleted: await retention.deleteOld() }),
});
