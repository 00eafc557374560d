import { addAbortListener } from 'node:events';
import { LOG } from '@app/platform';
import { PodcastsService } from '@app/podcasts';
import { StockChanges } from '@app/video-stocks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, EntityManager } from 'typeorm';
import { episodeChanges } from './episode-changes.js';
import { FeedClient, type FetchedFeed, type Validators } from './fetching/feed-client.js';
import { FeedError } from './feed-error.js';
import { parseFeed, type FeedItem } from './reading/parse-feed.js';
import { feedText } from './reading/feed-text.js';
import { RefetchesQueries, type ClaimedRefetch, type Result } from './refetches.queries.js';

/** A feed that this many workers have not come back from is not tried again. */
const MOST_ATTEMPTS = 3;

/** Fetches feeds and takes their episodes over. What is due stands in rows: any number of workers may do it. */
@Injectable()
export class Refetcher implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly refetches: RefetchesQueries,
    private readonly feeds: FeedClient,
    private readonly podcasts: PodcastsService,
    private readonly stocks: StockChanges,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Does one refetch. @returns whether there was one to do */
  async next(): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const claimed = await this.refetches.claimDue();
    if (!claimed) return false;
    const began = performance.now();
    const result = await this.refetch(claimed);
    if (result) {
      const ms = Math.round(performance.now() - began);
      this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, ms, ...result }, 'feed refetched');
    }
    return true;
  }

  /** @returns what came of it; null when somebody else has it by now, or is to have it */
  private async refetch(claimed: ClaimedRefetch): Promise<Result | null> {
    try {
      if (claimed.url === null || claimed.attempts > MOST_ATTEMPTS) throw new FeedError('fetch_failed');
      const { feed, items } = await this.unlessStopping(this.read(claimed.url, claimed.validators));
      if (items === null) return await this.end(claimed, { status: 'not_modified', httpStatus: feed.httpStatus });
      return await this.takeOver(claimed, feed, items);
    } catch (error) {
      if (error instanceof Stopping) return this.giveBack(claimed);
      if (!(error instanceof FeedError)) throw error; // ours, not the feed's: the claim lapses, and it is tried again
      return this.end(claimed, { status: 'failed', failureCode: error.code, httpStatus: error.httpStatus });
    }
  }

  private async read(url: string, validators: Validators): Promise<{ readonly feed: FetchedFeed; readonly items: FeedItem[] | null }> {
    const feed = await this.feeds.fetch(url, validators);
    return { feed, items: feed.bytes && (await itemsOf(feed.bytes, feed)) };
  }

  /** What is being fetched or read when the worker ends is left there; what is being taken over is finished. */
  private async unlessStopping<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.stopping;
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const listener = addAbortListener(signal, () => reject(new Stopping()));
    try {
      return await Promise.race([work, stopped]);
    } finally {
      listener[Symbol.dispose]();
    }
  }

  /** Episodes, matches, events, validators and the result are one transaction. */
  private async takeOver(claimed: ClaimedRefetch, feed: FetchedFeed, items: readonly FeedItem[]): Promise<Result | null> {
    const { podcastId } = claimed;
    return this.whole(async (tx) => {
      const podcast = await this.podcasts.lock(tx, podcastId); // other changes of its stocks wait
      if (!podcast) return null;
      const changes = episodeChanges(await this.refetches.known(tx, podcastId), items);
      const [episodesCreated, episodesUpdated] = [changes.created.length, changes.updated.length];
      await this.refetches.write(tx, podcastId, changes);
      const changed = episodesCreated + episodesUpdated > 0;
      const stocksMatched = changed ? await this.stocks.match(tx, podcastId, podcast.quotaBearerId) : 0;
      const result = { status: 'succeeded', httpStatus: feed.httpStatus, episodesCreated, episodesUpdated, stocksMatched } as const;
      return (await this.refetches.finish(tx, claimed, result, feed.validators)) ? result : null;
    });
  }

  private async giveBack(claimed: ClaimedRefetch): Promise<null> {
    await this.refetches.unclaim(claimed);
    this.log.info({ podcast: claimed.podcastId, refetch: claimed.id }, 'refetch given back: the worker ends');
    return null;
  }

  private end(claimed: ClaimedRefetch, result: Result): Promise<Result | null> {
    return this.whole(async (tx) => ((await this.refetches.finish(tx, claimed, result)) ? result : null));
  }

  /** Commits what has a result, and nothing of what has none. */
  private async whole(work: (tx: EntityManager) => Promise<Result | null>): Promise<Result | null> {
    try {
      return await this.db.transaction(async (tx) => {
        const result = await work(tx);
        if (result === null) throw new ClaimLost();
        return result;
      });
    } catch (error) {
      if (error instanceof ClaimLost) return null;
      throw error;
    }
  }
}

class ClaimLost extends Error {}

class Stopping extends Error {}

/** @throws FeedError with the status of the answer that it came with */
async function itemsOf(bytes: Uint8Array, { contentType, httpStatus }: FetchedFeed): Promise<FeedItem[]> {
  try {
    return await parseFeed(feedText(bytes, contentType));
  } catch (error) {
    throw error instanceof FeedError ? new FeedError(error.code, httpStatus, { cause: error.cause }) : error;
  }
}
