import { forgetPlans } from '@app/database';
import { EventPublisher } from '@app/outbox';
import { PodcastsService } from '@app/podcasts/services';
import { StockChanges } from '@app/video-stocks';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { episodeChanges, identitiesOf, type EpisodeChanges } from '../episodes/episode-changes.js';
import { EpisodesQueries } from '../episodes/episodes.queries.js';
import { FeedError } from '../feed-error.js';
import type { ClaimedRefetch } from '../scheduling/claims.queries.js';
import { FeedSourcesQueries } from '../sources/feed-sources.queries.js';
import type { ReadFeed } from './feed-reader.js';
import type { Result } from './refetches.queries.js';

type Changes = EpisodeChanges & Pick<ReadFeed, 'source'>;

/** Stores what a feed changes: episodes, their events, matches of stocks and the text. */
@Injectable()
export class FeedContents {
  constructor(
    private readonly episodes: EpisodesQueries,
    private readonly sources: FeedSourcesQueries,
    private readonly podcasts: PodcastsService,
    private readonly stocks: StockChanges,
    private readonly publisher: EventPublisher,
  ) {}

  /**
   * A podcast has one refetch at a time, so these episodes do not change before they are written.
   * @returns null: nothing is to be written
   */
  async changes(tx: EntityManager, podcastId: string, { items, source }: ReadFeed, now: Date): Promise<Changes | null> {
    const changed = await this.episodes.changed(tx, podcastId, items);
    const known = await this.episodes.known(tx, podcastId, identitiesOf(changed));
    const changes = episodeChanges(known, changed, now);
    return changes.created.length + changes.updated.length > 0 || source !== null ? { ...changes, source } : null;
  }

  /** @returns null when the podcast is gone */
  async write(tx: EntityManager, claimed: ClaimedRefetch, changes: Changes): Promise<Partial<Result> | null> {
    const { podcastId } = claimed;
    const [episodesCreated, episodesUpdated] = [changes.created.length, changes.updated.length];
    await forgetPlans(tx);
    const podcast = await this.podcasts.lock(tx, podcastId); // other changes of its stocks wait
    if (!podcast) return null;
    if (episodesCreated > 0 && !(await this.episodes.hasRoomFor(tx, podcastId, episodesCreated))) throw new FeedError('too_many_episodes');
    await this.tellOfEpisodes(tx, claimed, await this.episodes.write(tx, podcastId, changes));
    if (changes.source) await this.sources.put(tx, podcastId, changes.source);
    const stocksMatched = await this.stocks.match(tx, podcastId, podcast.quotaBearerId);
    return { episodesCreated, episodesUpdated, stocksMatched };
  }

  private async tellOfEpisodes(tx: EntityManager, { podcastId, ownerId: userId }: ClaimedRefetch, ids: readonly string[]): Promise<void> {
    for await (const appeared of this.episodes.appeared(tx, ids)) {
      const events = appeared.flatMap(({ isPublished, ...data }) => {
        const types = isPublished ? (['episode.appeared', 'episode.published'] as const) : (['episode.appeared'] as const);
        return types.map((type) => ({ userId, podcastId, type, data }));
      });
      await this.publisher.publish(tx, ...events);
    }
  }
}
