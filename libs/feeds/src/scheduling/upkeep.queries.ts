import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HostsQueries, hostOf } from './hosts.queries.js';
import { nextRefetchAt } from './refetch-schedule.js';

/** Rows that one statement plans or deletes, so that locks are short however many rows there are. */
const BATCH_SIZE = 1000;

const DAY_MS = 86_400_000;

/** A podcast whose feed has no turns at a host yet. `moved_to`: where permanent redirects of its URL led. */
type Unplanned = {
  readonly id: string;
  readonly feed_url: string;
  readonly created_at: Date;
  readonly next_refetch_at: Date | null;
  readonly moved_to: string | null;
};

@Injectable()
export class UpkeepQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly hosts: HostsQueries,
    private readonly clock: Clock,
  ) {}

  /** Plans automatic refetches of some feeds that are new, have a new URL or have moved to a new host. @returns how many */
  async adopt(): Promise<number> {
    const rows = await this.db.query<Unplanned[]>(
      `SELECT p.id, p.feed_url, p.created_at, f.next_refetch_at, CASE WHEN f.feed_url = p.feed_url THEN f.moved_to END AS moved_to
         FROM podcasts p LEFT JOIN feeds f ON f.podcast_id = p.id LEFT JOIN feed_hosts h ON h.host = f.host
        WHERE p.feed_url IS NOT NULL AND (h.host IS NULL OR f.feed_url IS DISTINCT FROM p.feed_url) LIMIT $1`,
      [BATCH_SIZE],
    );
    if (rows.length === 0) return 0;
    const planned = rows
      .map(({ id, feed_url, created_at, next_refetch_at, moved_to }) => {
        const turnAt = next_refetch_at ?? nextRefetchAt(id, created_at);
        return { id, feedUrl: feed_url, host: hostOf(moved_to ?? feed_url), turnAt };
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    await this.db.transaction(async (tx) => {
      await this.hosts.expect(tx, planned);
      await tx.query(
        // A refetch that has ended meanwhile may have found out where the feed has moved.
        `INSERT INTO feeds AS f (podcast_id, feed_url, host, next_refetch_at)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
         ON CONFLICT (podcast_id) DO UPDATE
        SET feed_url = excluded.feed_url,
            host = CASE WHEN f.feed_url = excluded.feed_url THEN coalesce(f.host, excluded.host) ELSE excluded.host END,
            moved_to = CASE WHEN f.feed_url = excluded.feed_url THEN f.moved_to END`,
        [planned.map(({ id }) => id), planned.map(({ feedUrl }) => feedUrl), planned.map(({ host }) => host), planned.map(({ turnAt }) => turnAt)],
      ); // prettier-ignore
    });
    return rows.length;
  }

  /** Deletes some refetches that ended before a time, except the latest of each podcast. @returns how many */
  async deleteFinishedBefore(time: Date): Promise<number> {
    const [, deleted] = await this.db.query<[unknown, number]>(
      `DELETE FROM rss_refetches WHERE id IN (
         SELECT r.id FROM rss_refetches r
          WHERE r.finished_at < $1 AND EXISTS (SELECT 1 FROM rss_refetches later WHERE later.podcast_id = r.podcast_id AND later.id > r.id)
          ORDER BY r.finished_at LIMIT $2)`,
      [time, BATCH_SIZE],
    );
    return deleted;
  }

  /** Deletes hosts without feeds, and feeds that no podcast has. Rows that a worker has locked are skipped. */
  async forget(): Promise<void> {
    await this.db.query(
      `DELETE FROM feeds WHERE podcast_id IN (
         SELECT f.podcast_id FROM feeds f JOIN podcasts p ON p.id = f.podcast_id
          WHERE p.feed_url IS NULL AND f.host IS NOT NULL FOR UPDATE OF f SKIP LOCKED)`,
    );
    await this.db.query(`DELETE FROM feed_hosts h WHERE turn_at = 'infinity' AND free_at < $1`, [
      new Date(this.clock.now().getTime() - DAY_MS),
    ]);
  }

  /** Numbers of refetches that are due and in progress, for metrics. */
  async counts(): Promise<RefetchCounts> {
    const [row] = await this.db.query<{ due: number; running: number; oldest: number | null }[]>(
      `WITH waiting AS (
         SELECT next_refetch_at AS since FROM feeds WHERE next_refetch_at <= $1 AND host IS NOT NULL
          UNION ALL SELECT due_at FROM rss_refetches WHERE status = 'queued' AND due_at <= $1)
       SELECT count(*)::int AS due, extract(epoch FROM $1 - min(since))::float8 AS oldest,
              (SELECT count(*)::int FROM rss_refetches WHERE status = 'fetching') AS running FROM waiting`,
      [this.clock.now()],
    );
    return { due: row?.due ?? 0, running: row?.running ?? 0, oldestDueSeconds: row?.oldest ?? 0 };
  }
}

export type RefetchCounts = { readonly due: number; readonly running: number; readonly oldestDueSeconds: number };
