import { Clock, newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { Validators } from './fetching/feed-client.js';
import { Refetch } from './refetch.entity.js';
import type { ClaimedRefetch } from './scheduling/claims.queries.js';
import { hostOf } from './scheduling/hosts.queries.js';
import { nextRefetchAt } from './scheduling/refetch-schedule.js';

type Counts = 'episodesCreated' | 'episodesUpdated' | 'stocksMatched';

/** What becomes of a refetch. */
export type Result = Partial<Pick<Refetch, Counts | 'httpStatus' | 'failureCode' | 'failureLine' | 'failureColumn' | 'warnings'>> &
  Pick<Refetch, 'status'>;

/** What is remembered of the feed for the next time. */
export type Remembered = {
  /** Of what was taken over; the earlier ones stay when there are none. */
  readonly validators?: Validators;
  readonly movedTo: string | null;
  /** When its host may be asked again. */
  readonly restUntil?: Date | null;
};

@Injectable()
export class RefetchesQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The podcast's latest refetch, requested or automatic. */
  latest(podcastId: string, tx: EntityManager = this.db.manager): Promise<Refetch | null> {
    return tx.createQueryBuilder(Refetch, 'r').where('r.podcast_id = :podcastId', { podcastId }).orderBy('r.id', 'DESC').limit(1).getOne();
  }

  /**
   * Locks what is remembered of the feed: requests for one podcast take turns.
   * @returns the URL of the feed, or null when the podcast has none
   */
  async lock(tx: EntityManager, podcastId: string): Promise<string | null> {
    const next = nextRefetchAt(podcastId, this.clock.now());
    await tx.query('INSERT INTO feeds (podcast_id, next_refetch_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [podcastId, next]);
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
   * @returns false when another worker has claimed it meanwhile: then the transaction must not be committed
   */
  async finish(tx: EntityManager, claimed: ClaimedRefetch, result: Result, remembered: Remembered): Promise<boolean> {
    const now = this.clock.now();
    const { validators, movedTo, restUntil = null } = remembered;
    const isFault = result.status === 'failed' && result.failureCode !== 'internal';
    const failures = isFault ? claimed.failures + 1 : result.status === 'failed' ? claimed.failures : 0;
    const planned = nextRefetchAt(claimed.podcastId, now, failures);
    const rows = await tx.query<unknown[]>(FINISH, [
      ...[claimed.id, claimed.claim, result.status, now, result.httpStatus ?? null],
      ...[result.episodesCreated ?? 0, result.episodesUpdated ?? 0, result.stocksMatched ?? 0],
      ...[result.failureCode ?? null, result.failureLine ?? null, result.failureColumn ?? null, JSON.stringify(result.warnings ?? [])],
      ...[failures, restUntil && restUntil > planned ? restUntil : planned],
      ...[claimed.url, hostOf(movedTo ?? claimed.url ?? ''), movedTo],
      ...[validators !== undefined, validators?.etag ?? null, validators?.lastModified ?? null],
    ]);
    return rows.length > 0;
  }
}

/** What no longer is the claim's ends nothing. Of another URL than the feed's, validators are not kept. */
const FINISH = `
  WITH done AS (
    UPDATE rss_refetches
       SET status = $3, finished_at = $4, claim = NULL, http_status = $5, episodes_created = $6, episodes_updated = $7, stocks_matched = $8,
           failure_code = $9, failure_line = $10, failure_column = $11, warnings = $12
     WHERE id = $1 AND claim = $2 AND status = 'fetching' RETURNING podcast_id)
  INSERT INTO feeds AS f (podcast_id, failures, next_refetch_at, feed_url, host, moved_to, url, etag, last_modified)
  SELECT podcast_id, $13::int, $14::timestamptz, $15::text, $16::text, $17::text, CASE WHEN $18 THEN $15::text END, $19::text, $20::text FROM done
      ON CONFLICT (podcast_id) DO UPDATE
     SET failures = excluded.failures, next_refetch_at = excluded.next_refetch_at, feed_url = excluded.feed_url, host = excluded.host,
         moved_to = excluded.moved_to, url = CASE WHEN $18 THEN excluded.url ELSE f.url END,
         etag = CASE WHEN $18 THEN excluded.etag ELSE f.etag END,
         last_modified = CASE WHEN $18 THEN excluded.last_modified ELSE f.last_modified END
  RETURNING podcast_id`;
