import type { WakeUp } from '@app/jobs';
import { Clock } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Refetch } from './refetch.entity.js';
import { FeedsEnv } from '../feeds.env.js';
import { feedErrors } from '../feeds.errors.js';
import { refetchWakeUp } from './refetch.wake-up.js';
import { RefetchesQueries } from './refetches.queries.js';

/** Refetches that owners of podcasts request. */
@Injectable()
export class RefetchesService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly refetches: RefetchesQueries,
    @Inject(refetchWakeUp.token) private readonly wakeUp: WakeUp,
    private readonly env: FeedsEnv,
    private readonly clock: Clock,
  ) {}

  latest(podcastId: string): Promise<Refetch | null> {
    return this.refetches.latest(podcastId);
  }

  /**
   * Requests a refetch. A worker runs it.
   * @throws AppError 422 `no_external_feed`; 409 `refetch_in_progress`; 429 within `RSS_REFETCH_INTERVAL_SECONDS` of
   * the last
   */
  async request(podcastId: string): Promise<Refetch> {
    const refetch = await this.db.transaction(async (tx) => {
      if ((await this.refetches.lock(tx, podcastId)) === null) {
        throw feedErrors.no_external_feed();
      }
      const last = await this.refetches.latest(podcastId, tx);
      if (last?.finishedAt === null) throw feedErrors.refetch_in_progress();
      this.refuseTooSoon(last);
      const made = await this.refetches.insert(tx, podcastId);
      if (!made) throw feedErrors.refetch_in_progress(); // an automatic one has just begun
      return made;
    });
    this.wakeUp.now();
    return refetch;
  }

  /** The interval begins with the last request to the feed's server. */
  private refuseTooSoon(last: Refetch | null): void {
    if (last === null) return;
    const since = this.clock.now().getTime() - (last.startedAt ?? last.requestedAt).getTime();
    // `since` is negative when the clock has just been set back, or when the worker's clock is ahead.
    const seconds = Math.ceil(this.env.RSS_REFETCH_INTERVAL_SECONDS - Math.max(0, since) / 1000);
    if (seconds <= 0) return;
    throw feedErrors.refetch_too_soon({ seconds }, { headers: { 'Retry-After': String(seconds) } });
  }
}
