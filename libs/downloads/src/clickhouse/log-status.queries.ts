import { STUCK_AFTER, workStatus } from '@app/database';
import { moves } from '@app/database/clock';

/** Moves the leases and the age of rows of the log when the database's clock was set (contract 2.13). */
export const LOG_TIMES = [moves('download_log', ['written_at', 'claimed_until'])];

/** The state of the log of downloads, for operators. It stays empty where PostgreSQL keeps downloads. */
export const downloadLogStatus = workStatus(
  'downloads for ClickHouse',
  `SELECT coalesce(sum(downloads) FILTER (WHERE NOT claimed), 0)::int AS due, coalesce(sum(downloads) FILTER (WHERE claimed), 0)::int AS running,
          0 AS failing, coalesce(sum(downloads) FILTER (WHERE written_at < now() - ${STUCK_AFTER}), 0)::int AS stuck,
          min(written_at) AS "oldestDueAt"
     FROM (SELECT downloads, written_at, coalesce(claimed_until > now(), false) AS claimed FROM download_log) AS l`,
);
