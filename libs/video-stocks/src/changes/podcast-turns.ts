import { setTimeout as sleep } from 'node:timers/promises';
import { FairSemaphore, TooBusyError } from '@app/process';
import { PodcastsService } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { VideoStock } from '../video-stock.entity.js';
import { noSuchStock } from '../video-stocks.errors.js';
import type { HeldStock } from './stock-changes.js';

/** Milliseconds for which a request waits for other changes of the podcast's stocks (contract 9.11). */
const LOCK_TIMEOUT_MS = 5000;

/** Milliseconds between two attempts to lock a podcast that another process has locked. */
const POLL_MS = 50;

/** Podcasts whose stocks this process changes at once, and requests that wait for one of them. */
const MAX_PODCASTS = 1000;
const MAX_WAITING = 1000;

/**
 * Lets requests that change stocks of one podcast take turns. A request that waits, for another request or for the
 * match of a refetch, holds no connection of the pool.
 */
@Injectable()
export class PodcastTurns {
  private readonly turns = new FairSemaphore({
    total: MAX_PODCASTS,
    perKey: 1,
    timeoutMs: LOCK_TIMEOUT_MS,
    maxWaitingPerKey: MAX_WAITING,
  });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly podcasts: PodcastsService,
  ) {}

  /**
   * Runs a transaction that has locked the podcast.
   * @throws TooBusyError (503) when it cannot be locked in time
   */
  run<T>(podcastId: string, work: (tx: EntityManager, quotaBearerId: string) => Promise<T>): Promise<T> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    return this.turns.run(podcastId, async () => {
      for (;;) {
        const done = await this.db.transaction(async (tx) => {
          const podcast = await this.podcasts.tryLock(tx, podcastId);
          return podcast && { result: await work(tx, podcast.quotaBearerId) };
        });
        if (done) return done.result;
        if (performance.now() + POLL_MS > deadline) throw new TooBusyError('The podcast’s stocks are being changed.');
        await sleep(POLL_MS);
      }
    });
  }

  /** Changes a stock while its podcast is locked. @throws AppError 404; TooBusyError as {@link run} */
  async change(id: string, act: (tx: EntityManager, held: HeldStock) => Promise<HeldStock>): Promise<VideoStock> {
    const found = await this.db.manager.findOneBy(VideoStock, { id });
    if (!found) throw noSuchStock();
    return this.run(found.podcastId, async (tx, quotaBearerId) => {
      const stock = await tx.findOneBy(VideoStock, { id }); // read again under the lock
      if (!stock) throw noSuchStock();
      return (await act(tx, { stock, quotaBearerId })).stock;
    });
  }
}
