import { LAST_ID, newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { Validators } from '../fetching/feed-client.js';
import { Refetch } from './refetch.entity.js';
import type { ClaimedRefetch } from '../scheduling/claims.queries.js';
import { hostOf } from '../scheduling/hosts.queries.js';
import { nextRefetchAt } from '../scheduling/refetch-schedule.js';

type Counts = 'episodesCreated' | 'episodesUpdated' | 'stocksMatched';

/** The result of a refetch. */
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

/** A refetch and what came of it. */
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
   * The podcast's latest refetch, requested or automatic. The podcast is part of the order, which only the index that begins with it
   * serves, whatever statistics the database has.
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
   * Ends a refetch and plans the next automatic one, in one statement.
   * @returns false if another worker has claimed it; the transaction must then be rolled back
   */
  async finish(tx: EntityManager, ending: Ending): Promise<boolean> {
    const ended = await tx.query<unknown[]>(FINISH, [JSON.stringify(finished(ending, this.clock.now()))]);
    return ended.length > 0;
  }
}

/** The first UUIDv7 of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The row of an ending, with the names of columns. */
function finished({ claimed, result, remembered }: Ending, now: Date): Record<string, unknown> {
  const { validators, movedTo, restUntil = null } = remembered;
  const isFault = result.status === 'failed' && result.failureCode !== 'internal';
  const failures = isFault ? claimed.failures + 1 : result.status === 'failed' ? claimed.failures : 0;
  const planned = nextRefetchAt(claimed.podcastId, now, failures);
  return {
    id: claimed.id,
    claim: claimed.claim,
    status: result.status,
    finished_at: now,
    http_status: result.httpStatus,
    episodes_created: result.episodesCreated ?? 0,
    episodes_updated: result.episodesUpdated ?? 0,
    stocks_matched: result.stocksMatched ?? 0,
    failure_code: result.failureCode,
    failure_detail: result.failureDetail,
    failure_line: result.failureLine,
    failure_column: result.failureColumn,
    warnings: result.warnings ?? [],
    failures,
    next_refetch_at: restUntil && restUntil > planned ? restUntil : planned,
    feed_url: claimed.url,
    host: hostOf(movedTo ?? claimed.url ?? ''),
    moved_to: movedTo,
    url: validators && (validators.url ?? claimed.url),
    etag: validators?.etag,
    last_modified: validators?.lastModified,
    kept_since: firstIdAt(now.getTime() - KEPT_MS),
  };
}

/**
 * A refetch that another worker has claimed is not ended. Without a new `url`, the stored validators are kept. A feed that has moved to a
 * host without turns has no host until they are planned. Refetches of the podcast from before `kept_since` are deleted.
 */
const FINISH = `
  WITH given AS (
    SELECT * FROM json_to_record($1::json) AS g (
      id uuid, claim uuid, status text, finished_at timestamptz, http_status int, episodes_created int, episodes_updated int,
      stocks_matched int, failure_code text, failure_detail text, failure_line int, failure_column int, warnings jsonb, failures int, next_refetch_at timestamptz,
      feed_url text, host text, moved_to text, url text, etag text, last_modified text, kept_since uuid)),
  done AS (
    UPDATE rss_refetches r
       SET status = g.status, finished_at = g.finished_at, claim = NULL, http_status = g.http_status, episodes_created = g.episodes_created,
           episodes_updated = g.episodes_updated, stocks_matched = g.stocks_matched, failure_code = g.failure_code, failure_detail = g.failure_detail,
           failure_line = g.failure_line, failure_column = g.failure_column, warnings = g.warnings
      FROM given g WHERE r.id = g.id AND r.claim = g.claim AND r.status = 'fetching'
    RETURNING r.podcast_id, g.*),
  old AS (DELETE FROM rss_refetches r USING done WHERE r.podcast_id = done.podcast_id AND r.id < done.kept_since AND r.id <> done.id),
  planned AS (
    UPDATE feeds f
       SET failures = done.failures, next_refetch_at = done.next_refetch_at, feed_url = done.feed_url, moved_to = done.moved_to,
           host = (SELECT h.host FROM feed_hosts h WHERE h.host = done.host AND isfinite(h.turn_at)),
           url = coalesce(done.url, f.url), etag = CASE WHEN done.url IS NULL THEN f.etag ELSE done.etag END,
           last_modified = CASE WHEN done.url IS NULL THEN f.last_modified ELSE done.last_modified END
      FROM done WHERE f.podcast_id = done.podcast_id)
  SELECT podcast_id FROM done`;
