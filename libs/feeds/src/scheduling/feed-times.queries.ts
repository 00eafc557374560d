/**
 * Moves what is planned by $1 seconds (contract 2.13). Of finished refetches those move that the interval between two may be counted from.
 */
export const FEED_TIMES: readonly string[] = [
  `UPDATE rss_refetches
      SET requested_at = requested_at + s, started_at = started_at + s, finished_at = finished_at + s, due_at = due_at + s
     FROM (SELECT $1 * interval '1 second' AS s) step
    WHERE status IN ('queued', 'fetching') OR finished_at > clock_timestamp() - interval '2 days'`,
  `UPDATE feeds SET next_refetch_at = next_refetch_at + $1 * interval '1 second' WHERE isfinite(next_refetch_at)`,
  `UPDATE feed_hosts SET free_at = free_at + $1 * interval '1 second', turn_at = turn_at + $1 * interval '1 second'`,
];
