export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The value below which a share of the values lies; the nearest one that was measured, not one in between. */
export function quantile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
