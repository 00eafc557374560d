import { scheduledJob } from '@app/jobs';
import { Clock, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { WebhooksEnv } from '../webhooks.env.js';
import { DeliveryCountsQueries } from './delivery-counts.queries.js';
import { RetentionQueries } from './retention.queries.js';

const DAY_MS = 86_400_000;

/** Days for which events are kept (contract 18), or as long as a delivery refers to them. */
const EVENT_DAYS = 30;

/** Days for which there are partitions ahead: so long may no worker run. */
const DAYS_AHEAD = 7;

/**
 * Removes finished deliveries that are older than `RETENTION_DAYS` (contract 6.17, contract 6.17), and events after 30 days. Compares the
 * numbers of unfinished deliveries, too.
 */
@Injectable()
export class Retention {
  constructor(
    private readonly queries: RetentionQueries,
    private readonly counts: DeliveryCountsQueries,
    private readonly env: WebhooksEnv,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** @returns how many deliveries were removed */
  async run(now = this.clock.now()): Promise<number> {
    await this.queries.makePartitions(this.clock.now(), DAYS_AHEAD);
    const removed = await this.queries.removeFinishedBefore(new Date(now.getTime() - this.env.RETENTION_DAYS * DAY_MS));
    await this.queries.removeEventsBefore(new Date(now.getTime() - EVENT_DAYS * DAY_MS));
    const corrected = await this.counts.correct();
    if (corrected) this.log.warn({ corrected }, 'the numbers of unfinished deliveries were wrong: rows were changed without triggers');
    return removed;
  }
}

export const retentionJob = scheduledJob({
  queue: 'webhooks.retention',
  cron: '30 * * * *',
  inject: Retention,
  run: async (retention) => ({ deleted: await retention.run() }),
});
