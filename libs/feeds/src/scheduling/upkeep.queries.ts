import { NIL_ID } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HostsQueries, hostOf } from './hosts.queries.js';
import { nextRefetchAt } from './refetch-schedule.js';

/** Feeds that one transaction plans, so that locks are short however many there are. */
const BATCH_SIZE = 1000;

const DAY_MS = 86_400_000;

/** A podcast whose feed has no turns at a host yet. `movedTo`: where permanent redirects of its URL led. */
type Unplanned = {
  readonly id: string;
  readonly feedUrl: string;
  readonly movedTo: string | null;
  readonly createdAt: Date;
  readonly nextAt: Date | null;
};

@Injectable()
export class UpkeepQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly hosts: HostsQueries,
    private readonly clock: Clock,
  ) {}

  /** Plans automatic refetches of feeds that have none yet, and deletes hosts without feeds. */
  async planFeeds(signal?: AbortSignal): Promise<void> {
    await this.forgetHosts();
    let after: string | undefined = NIL_ID;
    while (after !== undefined && !signal?.aborted) after = await this.plan(after);
  }

  /**
   * Plans automatic refetches of some feeds that are new, have a new URL or have moved to a host without turns.
   * @param after the podcast that they come after
   * @returns the last of them; undefined when there are none
   */
  private async plan(after: string): Promise<string | undefined> {
    const rows = await this.db.query<Unplanned[]>(
      `SELECT p.id, p.feed_url AS "feedUrl", f.moved_to AS "movedTo", p.created_at AS "createdAt",
              CASE WHEN isfinite(f.next_refetch_at) THEN f.next_refetch_at END AS "nextAt"
         FROM feeds f JOIN podcasts p ON p.id = f.podcast_id
        WHERE f.host IS NULL AND f.podcast_id > $1 AND p.feed_url IS NOT NULL ORDER BY f.podcast_id LIMIT $2`,
      [after, BATCH_SIZE],
    );
    if (rows.length === 0) return undefined;
    const planned = rows.map(({ id, feedUrl, movedTo, createdAt, nextAt }) => {
      return { id, feedUrl, movedTo, host: hostOf(movedTo ?? feedUrl), turnAt: nextAt ?? nextRefetchAt(id, createdAt) };
    });
    await this.db.transaction(async (tx) => {
      await this.hosts.expect(tx, planned);
      await tx.query(
        // A feed that a refetch has found to have moved meanwhile is planned by the next run.
        `UPDATE feeds f SET feed_url = n.feed_url, host = n.host, next_refetch_at = n.turn_at
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS n (id, feed_url, moved_to, host, turn_at)
          WHERE f.podcast_id = n.id AND f.host IS NULL AND f.moved_to IS NOT DISTINCT FROM n.moved_to`,
        [planned.map(({ id }) => id), planned.map(({ feedUrl }) => feedUrl), planned.map(({ movedTo }) => movedTo), planned.map(({ host }) => host), planned.map(({ turnAt }) => turnAt)],
      ); // prettier-ignore
    });
    return rows.at(-1)?.id;
  }

  /** Deletes hosts that had no feed for a day. Feeds of a host without turns are planned again. */
  private async forgetHosts(): Promise<void> {
    await this.db.query(`UPDATE feeds SET host = NULL WHERE host IN (SELECT host FROM feed_hosts WHERE turn_at = 'infinity')`);
    await this.db.query(`DELETE FROM feed_hosts h WHERE turn_at = 'infinity' AND free_at < $1`, [
      new Date(this.clock.now().getTime() - DAY_MS),
    ]);
  }
}
