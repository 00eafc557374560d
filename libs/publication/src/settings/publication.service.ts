import { recordAction } from '@app/auth/services';
import { FeedSourcesQueries } from '@app/feeds';
import { Clock } from '@app/process';
import { Podcast } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PublicationResponse, SetPublication } from './publication.dto.js';
import { Publication } from './publication.entity.js';

@Injectable()
export class PublicationService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly sources: FeedSourcesQueries,
    private readonly clock: Clock,
  ) {}

  /** @param origin where the caller reached the API */
  async show(podcastId: string, origin: string): Promise<PublicationResponse> {
    const publication = await this.db.manager.findOneBy(Publication, { podcastId });
    const podcast = await this.db.manager.findOneBy(Podcast, { id: podcastId });
    return {
      public: publication?.public ?? false,
      count_downloads: publication?.countDownloads ?? false,
      language: publication?.language ?? null,
      feed_url: podcast?.feedUrl == null ? null : `${publication?.origin ?? origin}/f/${podcastId}`,
      updated_at: publication?.updatedAt.toISOString() ?? null,
    };
  }

  /** Changes what is given. Concurrent changes of one podcast take turns, so that none undoes another's field. */
  async set(podcastId: string, settings: SetPublication, { origin, actor }: { readonly origin: string; readonly actor: string }) {
    const { public: isPublic, count_downloads: countDownloads, language } = settings;
    const given = Object.fromEntries(
      Object.entries({ public: isPublic, countDownloads, language }).filter(([, value]) => value !== undefined),
    );
    await this.db.transaction(async (tx) => {
      await tx.upsert(Publication, { podcastId, origin, updatedAt: this.clock.now(), ...given }, ['podcastId']);
      await recordAction(tx, { actor, action: 'publication.set', target: podcastId });
      if (isPublic === true) await this.sources.keep(tx, podcastId);
    });
    return this.show(podcastId, origin);
  }
}
