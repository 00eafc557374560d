import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ClickHouse } from '../clickhouse/clickhouse.queries.js';
import { LINES } from '../clickhouse/download-log.queries.js';
import type { Hit } from './hit-buffer.js';
import { WINDOW_MS } from './listener-keys.js';
import { REDIRECT_DATABASE } from '../redirect-database.js';

/** Whether a window has passed. A hit may be older than its row: a process may have been unable to write. */
const IS_OUTSIDE = `abs(extract(epoch FROM excluded.at - w.at)) >= ${WINDOW_MS / 1000}`;
const MOVE = `ON CONFLICT (episode_id, listener) DO UPDATE SET at = greatest(w.at, excluded.at) WHERE ${IS_OUTSIDE}`;

/** Where the counted hits of a batch go: into the table of downloads, or into one row $6 of the log of ClickHouse. */
const INTO_DOWNLOADS = `
  INSERT INTO downloads (id, episode_id, at, listener)
  SELECT id, episode_id, at, listener FROM hits JOIN of_today USING (episode_id, listener)
  RETURNING 1 AS downloads`;
const INTO_LOG = `
  INSERT INTO download_log (id, downloads, lines)
  SELECT $6::uuid, count(*), ${LINES('hits')} FROM hits JOIN of_today USING (episode_id, listener) HAVING count(*) > 0
  RETURNING downloads`;

@Injectable()
export class CountingQueries {
  constructor(
    @InjectDataSource(REDIRECT_DATABASE) private readonly db: DataSource,
    private readonly clickHouse: ClickHouse,
  ) {}

  /**
   * Writes the hits that count: one of a listener and an episode in six hours, exactly, however many processes write at
   * once. Writing the same hits twice counts them once. The hits must not contain a listener twice.
   *
   * The window of a listener is one row under the hash of the day. In a day's first hours the row under the hash of the
   * day before is looked at first, because another process may still be in that day. Rows are locked in one order,
   * older hashes first, so that two batches cannot deadlock.
   * @returns how many counted
   */
  async record(hits: readonly Hit[]): Promise<number> {
    const isLogged = this.clickHouse.isUsed;
    const [row] = await this.db.query<{ counted: number }[]>(
      `WITH hits AS (
         SELECT h.*, e.podcast_id
           FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) AS h (id, episode_id, at, listener, earlier)
           JOIN episodes e ON e.id = h.episode_id
       ), of_yesterday AS (
         INSERT INTO download_windows AS w (episode_id, listener, at)
         SELECT episode_id, earlier, at FROM hits WHERE earlier IS NOT NULL ORDER BY episode_id, earlier
         ${MOVE} RETURNING episode_id, listener
       ), of_today AS (
         INSERT INTO download_windows AS w (episode_id, listener, at)
         SELECT episode_id, listener, at FROM hits h
          WHERE earlier IS NULL OR EXISTS (SELECT FROM of_yesterday y WHERE y.episode_id = h.episode_id AND y.listener = h.earlier)
          ORDER BY episode_id, listener
         ${MOVE} RETURNING episode_id, listener
       ), counted AS (${isLogged ? INTO_LOG : INTO_DOWNLOADS})
       SELECT coalesce(sum(downloads), 0)::int AS counted FROM counted`,
      [
        hits.map(() => newId()),
        hits.map(({ episodeId }) => episodeId),
        hits.map(({ at }) => at.toISOString()),
        hits.map(({ listener }) => listener),
        hits.map(({ earlier }) => earlier),
        ...(isLogged ? [newId()] : []),
      ],
    );
    return row?.counted ?? 0;
  }
}
