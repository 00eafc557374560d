import { addAbortListener } from 'node:events';
import { LOG } from '@app/platform';
import { PodcastsService } from '@app/podcasts';
import { StockChanges } from '@app/video-stocks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, EntityManager } from 'typeorm';
import { episodeChanges, identitiesOf, type Identities } from './episode-changes.js';
import { FeedClient, type FetchedFeed, type Validators } from './fetching/feed-client.js';
import { FeedError } from './feed-error.js';
import { parseFeed, type ParsedFeed } from './reading/parse-feed.js';
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
      const { feed, parsed } = await this.unlessStopping(this.read(claimed.url, claimed.validators));
      if (parsed === null) return await this.end(claimed, { status: 'not_modified', httpStatus: feed.httpStatus });
      return await this.takeOver(claimed, feed, parsed);
    } catch (error) {
      if (error instanceof Stopping) return this.giveBack(claimed);
      if (!(error instanceof FeedError)) throw error; // ours, not the feed's: the claim lapses, and it is tried again
      return this.end(claimed, failed(error));
    }
  }

  private async read(url: string, validators: Validators): Promise<{ readonly feed: FetchedFeed; readonly parsed: ReadFeed | null }> {
    const feed = await this.feeds.fetch(url, validators);
    return { feed, parsed: feed.bytes && (await parsedFrom(feed.bytes, feed)) };
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
  private async takeOver(claimed: ClaimedRefetch, feed: FetchedFeed, { items, warnings, identities }: ReadFeed): Promise<Result | null> {
    const { podcastId } = claimed;
    const { httpStatus } = feed;
    return this.whole(async (tx) => {
      const podcast = await this.podcasts.lock(tx, podcastId); // other changes of its stocks wait
      if (!podcast) return null;
      const changes = episodeChanges(await this.refetches.known(tx, podcastId, identities), items);
      const [episodesCreated, episodesUpdated] = [changes.created.length, changes.updated.length];
      if (episodesCreated > 0 && !(await this.refetches.hasRoomFor(tx, podcastId, episodesCreated))) {
        throw new FeedError('too_many_episodes', { httpStatus });
      }
      await this.refetches.write(tx, podcastId, changes);
      const changed = episodesCreated + episodesUpdated > 0;
      const stocksMatched = changed ? await this.stocks.match(tx, podcastId, podcast.quotaBearerId) : 0;
      const result = { status: 'succeeded', httpStatus, episodesCreated, episodesUpdated, stocksMatched, warnings } as const;
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

type ReadFeed = ParsedFeed & { readonly identities: Identities };

/** @throws FeedError with the status of the response that it came with */
async function parsedFrom(bytes: Uint8Array, { contentType, httpStatus, url }: FetchedFeed): Promise<ReadFeed> {
  try {
    const parsed = await parseFeed(feedText(bytes, contentType), url);
    return { ...parsed, identities: identitiesOf(parsed.items) };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new FeedError(error.code, { httpStatus, place: error.place, cause: error.cause });
  }
}

function failed({ code, httpStatus, place }: FeedError): Result {
  return { status: 'failed', failureCode: code, httpStatus, failureLine: place?.line ?? null, failureColumn: place?.column ?? null };
}
