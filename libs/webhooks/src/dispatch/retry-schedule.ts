/** The largest share of the delay that is added. Nothing is subtracted (decisions 6.8). */
const MAX_JITTER = 0.1;

/**
 * Seconds from the end of a failed attempt to the next.
 * @param delays seconds before attempts 2, 3, …
 * @param attempts so far, this one included
 * @param random 0 ≤ random < 1
 * @returns null after the last attempt
 */
export function retryDelay(delays: readonly number[], attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + MAX_JITTER * random);
}
