export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The percentile of the values by the nearest rank, without interpolation. */
export function quantile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
