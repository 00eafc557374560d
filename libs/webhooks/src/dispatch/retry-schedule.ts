/** Attempts of one event, the first included (spec 6.10). */
export const MOST_ATTEMPTS = 6;

/** Added at most, as a share of the delay; nothing is ever subtracted (decisions 6.8). */
const JITTER = 0.1;

/**
 * Seconds from the end of a failed attempt to the next.
 * @param delays seconds before attempts 2, 3, …
 * @param attempts made so far, this one included
 * @param random 0 ≤ random < 1
 * @returns null when that was the last
 */
export function retryDelay(delays: readonly number[], attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + JITTER * random);
}
