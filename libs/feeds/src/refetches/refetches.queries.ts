import { LAST_ID, newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, LessThan } from 'typeorm';
import { Feed } from '../feed.entity.js';
import type { Validators } from '../fetching/feed-client.js';
import { Refetch } from './refetch.entity.js';
import type { ClaimedRefetch } from '../scheduling/claims.queries.js';
import { hostOf } from '../scheduling/hosts.queries.js';
import { nextRefetchAt } from '../scheduling/refetch-schedule.js';

type Counts = 'episodesCreated' | 'episodesUpdated' | 'stocksMatched';

export type Result = Partial<
  Pick<Refetch, Counts | 'httpStatus' | 'failureCode' | 'failureDetail' | 'failureLine' | 'failureColumn' | 'warnings'>
> &
  Pick<Refetch, 'status'>;

/** State of the feed that the next refetch uses. */
export type Remembered = {
  /** Validators of the version that was stored; undefined keeps the earlier ones. */
  readonly validators?: Validators;
  readonly movedTo: string | null;
  /** When its host may be asked again. */
  readonly restUntil?: Date | null;
};

type Ending = { readonly claimed: ClaimedRefetch; readonly result: Result; readonly remembered: Remembered };

/** Finished refetches are kept for a week, and the latest of each podcast for ever. */
const KEPT_MS = 7 * 86_400_000;

@Injectable()
export class RefetchesQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The podcast's latest refetch, requested or automatic. The podcast is part of the order, which only the index that
   * begins with it serves, whatever statistics the database has.
   */
  latest(podcastId: string, tx: EntityManager = this.db.manager): Promise<Refetch | null> {
    return tx
      .createQueryBuilder(Refetch, 'r')
      .where('r.podcastId >= :podcastId AND (r.podcastId, r.id) <= (:podcastId, :last)', { podcastId, last: LAST_ID })
      .orderBy('r.podcastId', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /**
   * Locks the state of the feed, so that requests for one podcast take turns.
   * @returns the URL of the feed, or null when the podcast has none
   */
  async lock(tx: EntityManager, podcastId: string): Promise<string | null> {
    await tx.query(
      `INSERT INTO feeds (podcast_id, next_refetch_at) SELECT id, 'infinity' FROM podcasts WHERE id = $1 AND feed_url IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [podcastId],
    );
    const [row] = await tx.query<{ feed_url: string | null }[]>(
      'SELECT p.feed_url FROM feeds f JOIN podcasts p ON p.id = f.podcast_id WHERE f.podcast_id = $1 FOR UPDATE OF f',
      [podcastId],
    );
    return row?.feed_url ?? null;
  }

  /** @returns null when one is running */
  async insert(tx: EntityManager, podcastId: string): Promise<Refetch | null> {
    const now = this.clock.now();
    const id = newId();
    const [row] = await tx.query<{ id: string }[]>(
      `INSERT INTO rss_refetches (id, podcast_id, requested_at, due_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (podcast_id) WHERE status IN ('queued', 'fetching') DO NOTHING RETURNING id`,
      [id, podcastId, now],
    );
    return row ? tx.findOneByOrFail(Refetch, { id }) : null;
  }

  /**
   * Ends a refetch and plans the next automatic one.
   * @returns false if another worker has claimed it; the transaction must then be rolled back
   */
  async finish(tx: EntityManager, { claimed, result, remembered }: Ending): Promise<boolean> {
    const { id, claim, podcastId, url: feedUrl } = claimed;
    const now = this.clock.now();
    const ended = await tx.update(Refetch, { id, claim, status: 'fetching' }, { ...result, finishedAt: now, claim: null });
    if (ended.affected === 0) return false;
    const kept = firstIdAt(now.getTime() - KEPT_MS);
    await tx.delete(Refetch, { podcastId, id: LessThan(kept < id ? kept : id) });
    const { validators, movedTo, restUntil = null } = remembered;
    const isFault = result.status === 'failed' && result.failureCode !== 'internal';
    const failures = isFault ? claimed.failures + 1 : result.status === 'failed' ? claimed.failures : 0;
    const planned = nextRefetchAt(podcastId, now, failures);
    const feed = { failures, nextRefetchAt: restUntil && restUntil > planned ? restUntil : planned, feedUrl, movedTo };
    await tx
      .createQueryBuilder()
      .update(Feed)
      .set({ ...feed, host: () => HOST_WITH_TURNS, ...(validators && { ...validators, url: validators.url ?? feedUrl }) })
      .where({ podcastId })
      .setParameter('host', hostOf(movedTo ?? feedUrl ?? ''))
      .execute();
    return true;
  }
}

/** A feed that has moved to a host without turns has no host until they are planned. */
const HOST_WITH_TURNS = '(SELECT h.host FROM feed_hosts h WHERE h.host = :host AND isfinite(h.turn_at))';

/** The first UUIDv7 of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
