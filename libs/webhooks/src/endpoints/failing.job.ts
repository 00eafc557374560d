import { scheduledJob } from '@app/jobs';
import { EventPublisher } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ClockQueries } from '../dispatch/clock.queries.js';
import { takeFailing } from './health.queries.js';

/** Tells users whose destination has failed for an hour, once until it answers again (contract 18.3). */
@Injectable()
export class FailingDestinations {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly publisher: EventPublisher,
    private readonly clock: ClockQueries,
  ) {}

  /** @returns how many were told */
  async tellFailing(): Promise<number> {
    await this.clock.readTime(); // the first job after a step would take minutes for an hour (contract 2.13)
    for (let total = 0; ;) {
      const told = await this.db.transaction(async (tx) => {
        const failing = await takeFailing(tx);
        const events = failing.map(({ endpointId, userId, failingSince }) => {
          const data = { endpoint_id: endpointId, failing_since: failingSince.toISOString() };
          return { userId, podcastId: null, type: 'webhook.failing', data } as const;
        });
        await this.publisher.publish(tx, ...events);
        return failing.length;
      });
      total += told;
      if (told === 0) return total;
    }
  }
}

export const failingJob = scheduledJob({
  name: 'webhooks.failing',
  cron: '* * * * *',
  inject: FailingDestinations,
  run: async (destinations) => {
    const told = await destinations.tellFailing();
    return told > 0 ? { told } : undefined;
  },
});
