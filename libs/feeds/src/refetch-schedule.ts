import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;

/** Failures in a row after which it is not asked for less often: once in 32 hours. */
const MOST_DOUBLINGS = 5;

/**
 * When a feed is refetched by itself next: an hour after the last time, and twice as long after every further failure in a row.
 * Podcasts have their own places in the hour, so that they are spread over it.
 * @param since when the last refetch ended, or when the podcast was made
 */
export function nextRefetchAt(podcastId: string, since: Date, failures = 0): Date {
  const place = createHash('sha256').update(podcastId).digest().readUInt32BE() / 2 ** 32;
  const wait = HOUR_MS * 2 ** Math.min(failures, MOST_DOUBLINGS);
  return new Date(since.getTime() + wait * (0.75 + place / 2));
}
