import { Clock, LOG, TooBusyError, unlessAborted } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { FeedError } from '../feed-error.js';
import { CLAIM_MS, ClaimsQueries, type ClaimedRefetch } from '../scheduling/claims.queries.js';
import { RefetchMetrics } from '../scheduling/refetch.metrics.js';
import { FeedReader, Postponed } from './feed-reader.js';
import { RefetchResults } from './refetch-results.js';
import type { Result } from './refetches.queries.js';

/** After this many attempts without a result a refetch fails as `internal`. */
const MAX_ATTEMPTS = 3;

/** Milliseconds until a refetch is tried again after a fault of this service. */
const RETRY_MS = 10_000;

/** Runs claimed refetches: reads their feeds and ends them, or leaves them for later. */
@Injectable()
export class Refetcher {
  constructor(
    private readonly claims: ClaimsQueries,
    private readonly reader: FeedReader,
    private readonly results: RefetchResults,
    private readonly metrics: RefetchMetrics,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Runs a refetch and renews its claim until it ends. @param stopping releases the claim during the fetch */
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
      const { feed, read } = await unlessAborted(this.reader.read(claimed, claimed.url), stopping);
      return await (read ? this.results.succeeded(claimed, feed, read) : this.results.notModified(claimed, feed));
    } catch (error) {
      if (stopping.aborted && error === stopping.reason) return this.releaseClaim(claimed, 'the worker stops');
      if (error instanceof Postponed) return this.postpone(claimed, error.until, 'a host that it is redirected to is busy');
      if (error instanceof FeedError) return this.results.failed(claimed, error);
      if (error instanceof TooBusyError) return this.giveWay(claimed);
      return this.retryLater(claimed, error);
    }
  }

  private async releaseClaim(claimed: ClaimedRefetch, reason: string, afterMs = 0): Promise<null> {
    await this.claims.release(claimed, new Date(this.clock.now().getTime() + afterMs), false);
    this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, reason }, 'refetch released');
    return null;
  }

  private async postpone(claimed: ClaimedRefetch, until: Date, reason: string): Promise<null> {
    await this.claims.postpone(claimed, until);
    this.log.info({ podcast: claimed.podcastId, refetch: claimed.id, until, reason }, 'refetch postponed');
    return null;
  }

  /** An automatic refetch takes its turn at its host anew, so that no more than two of them are there. */
  private giveWay(claimed: ClaimedRefetch): Promise<null> {
    const reason = 'others are being read';
    if (!claimed.automatic) return this.releaseClaim(claimed, reason, RETRY_MS);
    return this.postpone(claimed, new Date(this.clock.now().getTime() + RETRY_MS), reason);
  }

  /** Handles a fault of this service: the refetch is tried again, and fails as `internal` after some attempts. */
  private async retryLater(claimed: ClaimedRefetch, err: unknown): Promise<Result | null> {
    this.log.error({ err, podcast: claimed.podcastId, refetch: claimed.id }, 'a feed could not be refetched for a reason of ours');
    if (claimed.attempts >= MAX_ATTEMPTS) return this.results.failed(claimed, new FeedError('internal'));
    await this.claims.release(claimed, new Date(this.clock.now().getTime() + RETRY_MS), true);
    return null;
  }
}
