import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;

/** The number of consecutive failures from which on the interval stays at 32 hours. */
const MAX_DOUBLINGS = 5;

/**
 * When a feed is refetched automatically next: every podcast has a minute of the hour of its own, so that refetches are
 * spread over the hour. After `n` failures in a row it is every 2^n-th hour.
 * @param since when the last refetch ended, or the podcast was created: the next one is at least half an hour later
 */
export function nextRefetchAt(podcastId: string, since: Date, failures = 0): Date {
  const place = createHash('sha256').update(podcastId).digest().readUInt32BE() / 2 ** 32;
  const earliest = since.getTime() + HOUR_MS * (2 ** Math.min(failures, MAX_DOUBLINGS) - 0.5);
  const hours = Math.ceil(earliest / HOUR_MS - place);
  return new Date(Math.round((hours + place) * HOUR_MS));
}
