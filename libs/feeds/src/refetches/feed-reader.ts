import { setTimeout as sleep } from 'node:timers/promises';
import { isId } from '@app/database';
import { Podcast } from '@app/podcasts/services';
import { Clock, FairSemaphore } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { identitiesOf, MAX_EPISODES_OF_FEED } from '../episodes/episode-changes.js';
import { FeedError } from '../feed-error.js';
import { FeedClient, NO_VALIDATORS, type FetchedFeed, type FetchOptions, type Validators } from '../fetching/feed-client.js';
import { feedText } from '../reading/feed-text.js';
import { parseFeed, type ParsedFeed } from '../reading/parse-feed.js';
import type { ClaimedRefetch } from '../scheduling/claims.queries.js';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { digestOf, packed, type PackedSource } from '../sources/packed-source.js';

/** Milliseconds for which an automatic refetch waits for its turn at a host that a redirect leads to. */
const HOP_TIMEOUT_MS = 5000;

/** Feeds that are downloaded and read at once, since they hold memory, and those of one user. */
const BODIES_CONCURRENCY = 24;
export const MAX_BODIES_PER_OWNER = BODIES_CONCURRENCY / 8;

/** Milliseconds for which the body of a response waits to be downloaded. */
const BODY_TIMEOUT_MS = 30_000;

/** A response that breaks after waiting these milliseconds counts as this service's fault, not the feed server's. */
const BLAMELESS_WAIT_MS = 1000;

/** Milliseconds that a fetched feed waits for its turn to be parsed. */
const READ_TIMEOUT_MS = 60_000;

/** A feed that was read; with its text where that is to be stored. */
export type ReadFeed = ParsedFeed & { readonly source: PackedSource | null };

/** Thrown when a redirect leads to a host that is busy until the given time. */
export class Postponed extends Error {
  constructor(readonly until: Date) {
    super();
  }
}

/** Fetches and reads the feeds of claimed refetches. */
@Injectable()
export class FeedReader {
  private readonly bodies = new FairSemaphore({ total: BODIES_CONCURRENCY, perKey: MAX_BODIES_PER_OWNER, timeoutMs: BODY_TIMEOUT_MS });

  /** Parsing a feed takes several times its size in memory, so few are parsed at a time, and users take turns. */
  private readonly reading = new FairSemaphore({ total: 2, perKey: 1, timeoutMs: READ_TIMEOUT_MS });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly hosts: HostsQueries,
    private readonly feeds: FeedClient,
    private readonly clock: Clock,
  ) {}

  /** Whether more responses wait than can be downloaded at once. Automatic refetches should then not begin. */
  get isSaturated(): boolean {
    return this.bodies.waiting > BODIES_CONCURRENCY;
  }

  /**
   * @returns the answer, and the feed in it; null when it has not changed
   * @throws FeedError for what the feed or its server does; {@link Postponed}; TooBusyError while others are being read
   */
  async read(claimed: ClaimedRefetch, url: string): Promise<{ readonly feed: FetchedFeed; readonly read: ReadFeed | null }> {
    const feed = await this.feeds.fetch(claimed.movedTo ?? url, this.optionsOf(claimed, claimed.validators));
    const read = feed.body && (await this.download(feed, feed.body, claimed));
    const announced = read && feed.movedTo === null ? await this.announced(claimed, feed, read) : null;
    return { feed: announced === null ? feed : { ...feed, movedTo: announced }, read };
  }

  /**
   * The URL that the feed names as its new one, if a feed is there that has an item of this one
   * (`itunes:new-feed-url`). Like a permanent redirect, it is followed from the next refetch on.
   */
  private async announced(claimed: ClaimedRefetch, { url }: FetchedFeed, { newUrl, items }: ParsedFeed): Promise<string | null> {
    if (newUrl === null || newUrl === url || newUrl === claimed.movedTo || newUrl === claimed.url) return null;
    try {
      const options = this.optionsOf(claimed, NO_VALIDATORS);
      if (URL.canParse(newUrl)) await options.onHop?.(new URL(newUrl).hostname);
      const feed = await this.feeds.fetch(newUrl, options);
      const there = feed.body && (await this.download(feed, feed.body, { ...claimed, source: null, automatic: true }));
      const guids = new Set(items.map(({ guid }) => guid));
      return there?.items.some(({ guid }) => guid !== null && guids.has(guid)) ? (feed.movedTo ?? newUrl) : null;
    } catch (error) {
      if (error instanceof FeedError || error instanceof Postponed) return null; // the next refetch tries again
      throw error;
    }
  }

  private optionsOf(claimed: ClaimedRefetch, validators: Validators): FetchOptions {
    const isOurs = async (id: string) => isId(id) && (await this.db.manager.existsBy(Podcast, { id }));
    return { validators, isOurs, ...(claimed.automatic ? { onHop: (host) => this.enter(host, claimed) } : {}) };
  }

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
        throw isBlameless
          ? new Error(`the response broke off after this worker had left it waiting for ${Math.round(waitedMs)} ms`, { cause })
          : cause;
      });
      return await this.reading.run(ownerId, () => readFeed(bytes, feed, claimed));
    } finally {
      release();
    }
  }

  private async enter(host: string, { id }: ClaimedRefetch): Promise<void> {
    const deadline = this.clock.now().getTime() + HOP_TIMEOUT_MS;
    for (;;) {
      const until = await this.hosts.enter(host, id);
      if (until === null) return;
      if (until.getTime() > deadline) throw new Postponed(until);
      await sleep(Math.max(10, until.getTime() - this.clock.now().getTime()));
    }
  }
}

/** @throws FeedError with the status of the response */
async function readFeed(bytes: Uint8Array, { contentType, httpStatus, url }: FetchedFeed, claimed: ClaimedRefetch): Promise<ReadFeed> {
  try {
    const text = feedText(bytes, contentType);
    const parsed = await parseFeed(text, url);
    // Throws if too many identities differ, which fewer items cannot exceed.
    if (parsed.items.length > MAX_EPISODES_OF_FEED) identitiesOf(parsed.items);
    const isKept = claimed.source !== null || !claimed.automatic;
    const digest = isKept ? digestOf(bytes) : null;
    const source = digest && digest.toString('hex') !== claimed.source ? await packed({ text, marks: parsed.marks }, digest) : null;
    return { ...parsed, source };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    throw new FeedError(error.code, { httpStatus, place: error.place, cause: error.cause });
  }
}
