import { setTimeout as sleep } from 'node:timers/promises';
import { forgetPlans, isId } from '@app/database';
import { Clock, FairSemaphore, LOG, TooBusyError, unlessAborted } from '@app/process';
import { EventPublisher, type EventData } from '@app/outbox';
import { PodcastsService } from '@app/podcasts';
import { Podcast } from '@app/podcasts/services';
import { StockChanges } from '@app/video-stocks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { episodeChanges, identitiesOf, MAX_EPISODES_OF_FEED, type EpisodeChanges } from '../episodes/episode-changes.js';
import { EpisodesQueries } from '../episodes/episodes.queries.js';
import { FeedError } from '../feed-error.js';
import { FeedClient, NO_VALIDATORS, type FetchedFeed } from '../fetching/feed-client.js';
import { feedText } from '../reading/feed-text.js';
import { parseFeed, type ParsedFeed } from '../reading/parse-feed.js';
import { RefetchResponse } from './refetches.dto.js';
import { Refetch } from './refetch.entity.js';
import { RefetchesQueries, type Remembered, type Result } from './refetches.queries.js';
import { CLAIM_MS, ClaimsQueries, type ClaimedRefetch } from '../scheduling/claims.queries.js';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { FeedSourcesQueries } from '../sources/feed-sources.queries.js';
import { digestOf, packed, type PackedSource } from '../sources/packed-source.js';
import { RefetchMetrics } from '../scheduling/refetch.metrics.js';

/** After this many attempts without a result a refetch fails as `internal`. */
const MAX_ATTEMPTS = 3;

/** Milliseconds until a refetch is tried again after a fault of this service. */
const RETRY_MS = 10_000;

/** Milliseconds for which an automatic refetch waits for its turn at a host that a redirect leads to. */
const HOP_TIMEOUT_MS = 5000;

/** Feeds that are downloaded and read at once, since they hold memory, and those of one user. */
const BODIES_CONCURRENCY = 24;
const MAX_BODIES_PER_OWNER = BODIES_CONCURRENCY / 8;

/** Milliseconds for which the body of a response waits to be downloaded. */
const BODY_TIMEOUT_MS = 30_000;

/** A response that breaks after waiting this many milliseconds counts as a fault of this service, not of the feed's server. */
const BLAMELESS_WAIT_MS = 1000;

/** Milliseconds that a fetched feed waits for its turn to be parsed. */
const READ_TIMEOUT_MS = 60_000;

/** A feed that was read; with its text where that is to be stored. */
type ReadFeed = ParsedFeed & { readonly source: PackedSource | null };

/** Fetches feeds and stores their episodes. */
@Injectable()
export class Refetcher {
  private readonly bodies = new FairSemaphore({ total: BODIES_CONCURRENCY, perKey: MAX_BODIES_PER_OWNER, timeoutMs: BODY_TIMEOUT_MS });

  /** Parsing a feed takes several times its size in memory, so few are parsed at a time, and users take turns. */
  private readonly reading = new FairSemaphore({ total: 2, perKey: 1, timeoutMs: READ_TIMEOUT_MS });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly claims: ClaimsQueries,
    private readonly hosts: HostsQueries,
    private readonly refetches: RefetchesQueries,
    private readonly episodes: EpisodesQueries,
    private readonly sources: FeedSourcesQueries,
    private readonly feeds: FeedClient,
    private readonly podcasts: PodcastsService,
    private readonly stocks: StockChanges,
    private readonly publisher: EventPublisher,
    private readonly metrics: RefetchMetrics,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Whether more responses wait than can be downloaded at once. Automatic refetches should then not begin. */
  get isSaturated(): boolean {
    return this.bodies.waiting > BODIES_CONCURRENCY;
  }

  /** Runs one refetch and renews its claim until it ends. @param stopping releases the claim if the feed is still being fetched */
  async refetch(claimed: ClaimedRefetch, stopping: AbortSignal): Promise<void> {
    const began = performance.now();
    const renewing = setInterval(() => void this.claims.renew(claimed).catch(() => undefined), CLAIM_MS / 3).unref();
    try {
      const result = await this.attempt(claimed, stopping);
      if (!result) return;
      this.metrics.ended(result.failureCode ?? result.status, claimed.automatic);
      const ms = Math.round(performance.now() - began);
      this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, ms, ...result }, 'feed refetched');
    } finally {
      clearInterval(renewing);
    }
  }

  /** @returns the result; null when the refetch has not ended, or another worker has claimed it */
  private async attempt(claimed: ClaimedRefetch, stopping: AbortSignal): Promise<Result | null> {
    try {
      if (claimed.attempts > MAX_ATTEMPTS) throw new FeedError('internal');
      if (claimed.url === null) throw new FeedError('invalid_url');
      const { feed, read } = await unlessAborted(this.read(claimed, claimed.url), stopping);
      if (read !== null) return await this.takeOver(claimed, feed, read);
      const result = { status: 'not_modified', httpStatus: feed.httpStatus } as const;
      return await this.end(claimed, result, { movedTo: feed.movedTo ?? claimed.movedTo });
    } catch (error) {
      if (error instanceof ClaimLost) return null;
      if (stopping.aborted && error === stopping.reason) return this.release(claimed, 'the worker stops');
      if (error instanceof Postponed) return this.postpone(claimed, error.until);
      if (error instanceof FeedError) return this.fail(claimed, error);
      if (error instanceof TooBusyError) return this.release(claimed, 'others are being read', RETRY_MS);
      return this.retryLater(claimed, error);
    }
  }

  private async read(claimed: ClaimedRefetch, url: string): Promise<{ readonly feed: FetchedFeed; readonly read: ReadFeed | null }> {
    const onHop = claimed.automatic ? (host: string) => this.enter(host, claimed) : undefined;
    const options = { validators: claimed.validators, isOurs: this.isOurs, ...(onHop ? { onHop } : {}) };
    const feed = await this.feeds.fetch(claimed.movedTo ?? url, options);
    const read = feed.body && (await this.download(feed, feed.body, claimed));
    const announced = read && feed.movedTo === null ? await this.announced(claimed, feed, read) : null;
    return { feed: announced === null ? feed : { ...feed, movedTo: announced }, read };
  }

  /**
   * The URL that the feed names as its new one, if a feed is there that has an item of this one (`itunes:new-feed-url`). Like a permanent
   * redirect, it is followed from the next refetch on.
   */
  private async announced(claimed: ClaimedRefetch, { url }: FetchedFeed, { newUrl, items }: ParsedFeed): Promise<string | null> {
    if (newUrl === null || newUrl === url || newUrl === claimed.movedTo || newUrl === claimed.url) return null;
    try {
      const onHop = claimed.automatic ? (host: string) => this.enter(host, claimed) : undefined;
      if (URL.canParse(newUrl)) await onHop?.(new URL(newUrl).hostname);
      const feed = await this.feeds.fetch(newUrl, { validators: NO_VALIDATORS, isOurs: this.isOurs, ...(onHop ? { onHop } : {}) });
      const there = feed.body && (await this.download(feed, feed.body, { ...claimed, source: null, automatic: true }));
      const guids = new Set(items.map(({ guid }) => guid));
      return there?.items.some(({ guid }) => guid !== null && guids.has(guid)) ? (feed.movedTo ?? newUrl) : null;
    } catch (error) {
      if (error instanceof FeedError || error instanceof Postponed) return null; // the next refetch tries again
      throw error;
    }
  }

  private readonly isOurs = async (podcastId: string): Promise<boolean> =>
    isId(podcastId) && (await this.db.manager.existsBy(Podcast, { id: podcastId }));

  /** Downloads a body and reads the feed in it. */
  private async download(feed: FetchedFeed, body: NonNullable<FetchedFeed['body']>, claimed: ClaimedRefetch): Promise<ReadFeed> {
    const { ownerId } = claimed;
    const arrived = performance.now();
    const release = await this.bodies.acquire(ownerId).catch((error: unknown) => {
      feed.discard();
      throw error;
    });
    const waitedMs = performance.now() - arrived;
    try {
      const bytes = await body().catch((cause: unknown) => {
        const isBlameless = waitedMs > BLAMELESS_WAIT_MS && cause instanceof FeedError && cause.code !== 'too_large';
        throw isBlameless ? new Error(`the response broke after it had waited here for ${Math.round(waitedMs)} ms`, { cause }) : cause;
      });
      return await this.reading.run(ownerId, () => readFeed(bytes, feed, claimed));
    } finally {
      release();
    }
  }

  /** Waits for a turn at a host that a redirect leads to. */
  private async enter(host: string, { id }: ClaimedRefetch): Promise<void> {
    const deadline = this.clock.now().getTime() + HOP_TIMEOUT_MS;
    for (;;) {
      const until = await this.hosts.enter(host, id);
      if (until === null) return;
      if (until.getTime() > deadline) throw new Postponed(until);
      await sleep(Math.max(10, until.getTime() - this.clock.now().getTime()));
    }
  }

  private async takeOver(claimed: ClaimedRefetch, feed: FetchedFeed, { items, warnings, source }: ReadFeed): Promise<Result | null> {
    const { httpStatus } = feed;
    const remembered = { validators: feed.validators, movedTo: feed.movedTo ?? claimed.movedTo };
    // A podcast has one refetch at a time, so these episodes do not change before they are written.
    const changed = await this.episodes.changed(this.db.manager, claimed.podcastId, items);
    const known = await this.episodes.known(this.db.manager, claimed.podcastId, identitiesOf(changed));
    const changes = episodeChanges(known, changed, this.clock.now());
    const isChanged = changes.created.length + changes.updated.length > 0 || source !== null;
    if (isChanged) return this.write(claimed, { ...changes, source }, { httpStatus, warnings }, remembered);
    return this.end(claimed, { status: 'succeeded', httpStatus, warnings }, remembered);
  }

  /** Episodes, matches, events, the text, validators and the result are one transaction. */
  private async write(
    claimed: ClaimedRefetch,
    changes: EpisodeChanges & Pick<ReadFeed, 'source'>,
    facts: Pick<Result, 'httpStatus' | 'warnings'>,
    remembered: Remembered,
  ): Promise<Result> {
    const { podcastId } = claimed;
    const [episodesCreated, episodesUpdated] = [changes.created.length, changes.updated.length];
    return this.db.transaction(async (tx) => {
      await forgetPlans(tx);
      const podcast = await this.podcasts.lock(tx, podcastId); // other changes of its stocks wait
      if (!podcast) throw new ClaimLost();
      if (episodesCreated > 0 && !(await this.episodes.hasRoomFor(tx, podcastId, episodesCreated))) {
        throw new FeedError('too_many_episodes', { httpStatus: facts.httpStatus ?? null });
      }
      await this.tellOfEpisodes(tx, claimed, await this.episodes.write(tx, podcastId, changes));
      if (changes.source) await this.sources.put(tx, podcastId, changes.source);
      const stocksMatched = await this.stocks.match(tx, podcastId, podcast.quotaBearerId);
      const result = { status: 'succeeded', episodesCreated, episodesUpdated, stocksMatched, ...facts } as const;
      if (!(await this.finish(tx, claimed, { result, remembered }))) throw new ClaimLost();
      return result;
    });
  }

  /** Forgets a permanent redirect whose target fails, so that the next refetch requests the podcast's own URL. */
  private async fail(claimed: ClaimedRefetch, { code, httpStatus, place, rest, detail }: FeedError): Promise<Result | null> {
    const failurePlace = { failureLine: place?.line ?? null, failureColumn: place?.column ?? null };
    const result = { status: 'failed', failureCode: code, failureDetail: detail, httpStatus, ...failurePlace } as const;
    if (rest) await this.hosts.rest(this.db.manager, rest.host, rest.until);
    const movedTo = rest || code === 'internal' ? claimed.movedTo : null;
    return this.end(claimed, result, { movedTo, restUntil: rest?.until ?? null });
  }

  private async end(claimed: ClaimedRefetch, result: Result, remembered: Remembered): Promise<Result | null> {
    const isOurs = await this.db.transaction((tx) => this.finish(tx, claimed, { result, remembered }));
    return isOurs ? result : null;
  }

  /** An automatic refetch that found nothing new is no event: there is one an hour for every podcast. @returns whether the claim held */
  private async finish(
    tx: EntityManager,
    claimed: ClaimedRefetch,
    { result, remembered }: { readonly result: Result; readonly remembered: Remembered },
  ): Promise<boolean> {
    if (!(await this.refetches.finish(tx, { claimed, result, remembered }))) return false;
    const { id, ownerId: userId, podcastId, automatic } = claimed;
    const changed = (result.episodesCreated ?? 0) + (result.episodesUpdated ?? 0) + (result.stocksMatched ?? 0) > 0;
    if (automatic && !changed && result.status !== 'failed') return true;
    const data = RefetchResponse.from(await tx.findOneByOrFail(Refetch, { id })) as EventData<'refetch.finished'>;
    await this.publisher.publish(tx, { userId, podcastId, type: 'refetch.finished', data });
    return true;
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

  private async release(claimed: ClaimedRefetch, reason: string, afterMs = 0): Promise<null> {
    await this.claims.release(claimed, new Date(this.clock.now().getTime() + afterMs), false);
    this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, reason }, 'refetch released');
    return null;
  }

  private async postpone(claimed: ClaimedRefetch, until: Date): Promise<null> {
    await this.claims.postpone(claimed, until);
    this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, until }, 'refetch postponed: a host that it is redirected to is busy');
    return null;
  }

  /** Handles a fault of this service: the refetch is tried again, and fails as `internal` after some attempts. */
  private async retryLater(claimed: ClaimedRefetch, err: unknown): Promise<Result | null> {
    this.log.error({ err, podcast: claimed.podcastId, refetch: claimed.id }, 'a feed could not be refetched for a reason of ours');
    if (claimed.attempts >= MAX_ATTEMPTS) return this.fail(claimed, new FeedError('internal'));
    await this.claims.release(claimed, new Date(this.clock.now().getTime() + RETRY_MS), true);
    return null;
  }
}

class ClaimLost extends Error {}

class Postponed extends Error {
  constructor(readonly until: Date) {
    super();
  }
}

/** @throws FeedError with the status of the response */
async function readFeed(bytes: Uint8Array, { contentType, httpStatus, url }: FetchedFeed, claimed: ClaimedRefetch): Promise<ReadFeed> {
  try {
    const text = feedText(bytes, contentType);
    const parsed = await parseFeed(text, url);
    if (parsed.items.length > MAX_EPISODES_OF_FEED) identitiesOf(parsed.items); // throws if too many differ; fewer items cannot
    const isKept = claimed.source !== null || !claimed.automatic;
    const digest = isKept ? digestOf(bytes) : null;
    const source = digest && digest.toString('hex') !== claimed.source ? await packed({ text, marks: parsed.marks }, digest) : null;
    return { ...parsed, source };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new FeedError(error.code, { httpStatus, place: error.place, cause: error.cause });
  }
}
