import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { FeedSourcesQueries } from './feed-sources.queries.js';
import { unpacked, type Source } from './packed-source.js';

/** The texts of feeds, for features that publish them. */
@Injectable()
export class FeedSources {
  constructor(private readonly queries: FeedSourcesQueries) {}

  /** Keeps the text of a podcast's feed from now on. Without one yet, the feed is refetched soon. */
  keep(tx: EntityManager, podcastId: string): Promise<void> {
    return this.queries.keep(tx, podcastId);
  }

  /** The feed as it was last fetched; undefined when it has not been fetched since its text is kept. */
  async of(podcastId: string): Promise<Source | undefined> {
    const packed = await this.queries.of(podcastId);
    return packed && unpacked(packed);
  }
}

@Module({ providers: [FeedSources, FeedSourcesQueries, HostsQueries], exports: [FeedSources, FeedSourcesQueries] })
export class FeedSourcesModule {}
