import { NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { ListenerKey } from './counting.entities.js';
import { dayOf, WINDOW_MS } from './listener-keys.js';

/** Windows are kept for an hour longer than needed: clocks of processes differ, and some write late. */
const MARGIN_MS = 3_600_000;

/** Windows that one statement looks at. */
const BATCH_SIZE = 5000;

type Position = { readonly episodeId: string; readonly listener: string };

/** Deletes the keys and windows of listeners that have expired. */
@Injectable()
export class ListenerExpiry {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns how many windows and keys were deleted */
  async deleteExpired(now = new Date()): Promise<{ readonly windows: number; readonly keys: number }> {
    const windows = await this.deleteWindows(new Date(now.getTime() - WINDOW_MS - MARGIN_MS));
    const keys = await this.db.manager.delete(ListenerKey, { day: LessThan(dayOf(now, -WINDOW_MS)) });
    return { windows, keys: keys.affected ?? 0 };
  }

  /**
   * Deletes windows from before a time: one pass along the primary key, in statements of 5,000 rows. Rows that counting
   * holds are left for the next run, since counting moves them.
   * @returns how many
   */
  private async deleteWindows(time: Date): Promise<number> {
    let total = 0;
    for (let after: Position | undefined = { episodeId: NIL_ID, listener: '' }; after;) {
      const [row]: (Position & { deleted: number; seen: number })[] = await this.db.query(
        `WITH seen AS MATERIALIZED (
           SELECT episode_id, listener, at FROM download_windows WHERE (episode_id, listener) > ($1, $2)
            ORDER BY episode_id, listener LIMIT $3
         ), expired AS MATERIALIZED (
           SELECT w.episode_id, w.listener FROM seen s JOIN download_windows w USING (episode_id, listener)
            WHERE s.at < $4 AND w.at < $4 FOR UPDATE OF w SKIP LOCKED
         ), deleted AS (
           DELETE FROM download_windows w USING expired e WHERE w.episode_id = e.episode_id AND w.listener = e.listener RETURNING 1
         )
         SELECT l.episode_id AS "episodeId", l.listener, (SELECT count(*)::int FROM deleted) AS deleted, (SELECT count(*)::int FROM seen) AS seen
           FROM (SELECT episode_id, listener FROM seen ORDER BY episode_id DESC, listener DESC LIMIT 1) AS l`,
        [after.episodeId, after.listener, BATCH_SIZE, time],
      );
      total += row?.deleted ?? 0;
      after = row?.seen === BATCH_SIZE ? row : undefined;
    }
    return total;
  }
}
