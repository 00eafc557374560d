import { Clock } from '@app/process';
import { PodcastsService } from '@app/podcasts/services';
import { QuotaAccounts } from '@app/quota';
import { UploadsService } from '@app/uploads';
import { EventPublisher } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { holdsUpload, isCharged, next, type Trigger } from './states.js';
import { VideoStock } from '../video-stock.entity.js';
import { VideoStocksQueries } from '../video-stocks.queries.js';

const PAIR_BATCH_SIZE = 2000;

/** Columns that change together with the state. */
export type Facts = Partial<Omit<VideoStock, 'id' | 'podcastId' | 'status' | 'revision' | 'updatedAt'>>;

/** A stock that is locked until the end of the transaction, and the user whose quota pays for it. */
export type HeldStock = { readonly stock: VideoStock; readonly quotaBearerId: string };

/**
 * Makes every change of a stock (state, charge, hold on the upload, revision and event) in the caller's transaction
 * (contract 9.4). Locks are taken in one order: podcast, stock, quota.
 */
@Injectable()
export class StockChanges {
  constructor(
    private readonly stocks: VideoStocksQueries,
    private readonly podcasts: PodcastsService,
    private readonly uploads: UploadsService,
    private readonly quota: QuotaAccounts,
    private readonly publisher: EventPublisher,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks a stock and its podcast: other changes of stocks, and refetches of the feed, wait.
   * @returns null when gone
   */
  async hold(tx: EntityManager, id: string): Promise<HeldStock | null> {
    const found = await tx.findOneBy(VideoStock, { id });
    const podcast = found && (await this.podcasts.lock(tx, found.podcastId));
    // Read again, as the stock may have changed before the lock.
    const stock = podcast && (await tx.findOneBy(VideoStock, { id }));
    return stock && podcast && { stock, quotaBearerId: podcast.quotaBearerId };
  }

  /**
   * Applies a trigger to a stock. A stock whose seconds do not fit into the quota fails instead.
   * @throws Error when the state does not allow the trigger: a bug, since the caller holds the lock and can look first
   */
  async apply(tx: EntityManager, held: HeldStock, trigger: Trigger, facts: Facts = {}): Promise<HeldStock> {
    const { stock: before, quotaBearerId } = held;
    const status = next(before.status, trigger);
    if (status === undefined) throw new Error(`a stock that is ${before.status} cannot ${trigger}`);
    const seconds = isCharged(before.status) ? (before.durationSeconds ?? 0) : 0;
    const charge = (isCharged(status) ? (facts.durationSeconds ?? before.durationSeconds ?? 0) : 0) - seconds;
    if (charge > 0 && !(await this.quota.charge(tx, quotaBearerId, charge))) {
      return this.apply(tx, held, 'fail', { ...facts, failureCode: 'quota_exceeded' });
    }
    if (charge < 0) await this.quota.book(tx, quotaBearerId, charge);
    if (holdsUpload(before.status) && !holdsUpload(status) && before.uploadId !== null) await this.uploads.release(tx, before.uploadId);
    const stock = await this.write(tx, before, { status, ...facts });
    if (status !== 'processing') {
      await this.publisher.publish(tx, stockEvent(quotaBearerId, status, stock));
    }
    return { stock, quotaBearerId };
  }

  /**
   * Takes a stock from its episode. The pair is not matched again by itself; other stocks may match the episode, and
   * the stock another episode.
   */
  async unpair(tx: EntityManager, held: HeldStock): Promise<HeldStock> {
    const { id, podcastId, matchedEpisodeId } = held.stock;
    if (matchedEpisodeId !== null) await this.stocks.rememberUnlinked(tx, id, matchedEpisodeId);
    const after = await this.apply(tx, held, 'unpair', { matchedEpisodeId: null, matchedBy: null });
    await this.match(tx, podcastId, held.quotaBearerId);
    return (await this.hold(tx, id)) ?? after;
  }

  /** Changes columns that do not affect the state. */
  async correct(tx: EntityManager, { stock, quotaBearerId }: HeldStock, facts: Facts): Promise<HeldStock> {
    return { stock: await this.write(tx, stock, facts), quotaBearerId };
  }

  /**
   * Pairs the waiting stocks of a podcast with its episodes, in batches. The podcast must be locked, by {@link hold} or
   * by the transaction that brings episodes. Only here does a transition not go through {@link apply}: from `ready` to
   * `matched` neither the charge nor the hold on the upload changes.
   * @returns how many were paired
   */
  async match(tx: EntityManager, podcastId: string, quotaBearerId: string): Promise<number> {
    const found = await this.stocks.agreeing(tx, podcastId);
    let matched = 0;
    for (let at = 0; at < found.length; at += PAIR_BATCH_SIZE) {
      const paired = await this.stocks.pair(tx, found.slice(at, at + PAIR_BATCH_SIZE));
      const events = paired.map((stock) => stockEvent(quotaBearerId, 'matched', { podcastId, ...stock }));
      await this.publisher.publish(tx, ...events);
      matched += paired.length;
    }
    return matched;
  }

  private async write(tx: EntityManager, stock: VideoStock, facts: Facts & Partial<Pick<VideoStock, 'status'>>): Promise<VideoStock> {
    const changes = { ...facts, revision: stock.revision + 1, updatedAt: this.clock.now() };
    await tx.update(VideoStock, { id: stock.id }, changes);
    return Object.assign(new VideoStock(), stock, changes);
  }
}

function stockEvent(
  userId: string,
  status: Exclude<VideoStock['status'], 'processing'>,
  { id, podcastId, clientKey, matchedEpisodeId }: Pick<VideoStock, 'id' | 'podcastId' | 'clientKey' | 'matchedEpisodeId'>,
) {
  return { userId, podcastId, type: `video_stock.${status}` as const, data: { id, podcastId, clientKey, status, matchedEpisodeId } };
}
