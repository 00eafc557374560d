/** Share of the allowance from which the quota counts as low (contract 7.3), in percent. */
export const LOW_PERCENT = 90;

/**
 * Whether the exact ratio has reached 90 %. With an allowance of 0 anything used is 100 %, and nothing used is 0 %
 * (contract 7.2).
 * @param used whole seconds
 * @param available whole seconds: the whole allowance
 */
export function isLow(used: number, available: number): boolean {
  return used > 0 && BigInt(used) * 100n >= BigInt(available) * BigInt(LOW_PERCENT);
}

/** Percent of the allowance with one decimal, rounded down. */
export function usagePercent(used: number, available: number): number {
  if (used === 0) return 0;
  if (available === 0) return 100;
  return Number((BigInt(used) * 1000n) / BigInt(available)) / 10;
}

export function remainingSeconds(used: number, available: number): number {
  return Math.max(0, available - used);
}
