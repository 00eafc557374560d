import { scheduledJob } from '@app/jobs';
import { EventPublisher, type EventData } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { takePublished } from './publications.queries.js';

/** Episodes of one transaction. */
const BATCH_SIZE = 1000;

/** Tells owners that the time of a scheduled episode has come (contract 18.3). */
@Injectable()
export class Publications {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly publisher: EventPublisher,
  ) {}

  /** Episode and event are one transaction: there is one event however many workers look. @returns how many */
  async tellDue(): Promise<number> {
    for (let total = 0; ;) {
      const count = await this.db.transaction(async (tx) => {
        const published = await takePublished(tx, BATCH_SIZE);
        const events = published.map(({ userId, publishedAt, ...episode }) => {
          const data: EventData<'episode.published'> = { ...episode, published_at: publishedAt.toISOString() };
          return { userId, podcastId: episode.podcast_id, type: 'episode.published', data } as const;
        });
        await this.publisher.publish(tx, ...events);
        return published.length;
      });
      total += count;
      if (count < BATCH_SIZE) return total;
    }
  }
}

export const publicationsJob = scheduledJob({
  name: 'events.publications',
  cron: '*/30 * * * * *',
  inject: Publications,
  run: async (publications) => {
    const published = await publications.tellDue();
    return published > 0 ? { published } : undefined;
  },
});
