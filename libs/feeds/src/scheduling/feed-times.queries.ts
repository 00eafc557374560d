import { moves } from '@app/database/clock';

/**
 * Moves what is planned after a step of the clock (contract 2.13). Of finished refetches those move that the interval
 * between two may be counted from.
 */
export const FEED_TIMES: readonly string[] = [
  moves('rss_refetches', ['due_at', 'requested_at', 'started_at'], `status IN ('queued', 'fetching')`),
  moves(
    'rss_refetches',
    ['finished_at', 'requested_at', 'started_at'],
    `status NOT IN ('queued', 'fetching') AND finished_at > clock_timestamp() - interval '2 days'`,
  ),
  moves('feeds', ['next_refetch_at'], 'isfinite(next_refetch_at)'),
  moves('feed_hosts', ['free_at', 'turn_at']),
];
