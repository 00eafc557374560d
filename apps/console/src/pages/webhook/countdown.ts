/** The time until something, as people say it; `now` once it is past. */
export function untilThen(ms: number): string {
  if (ms <= 0) return 'now';
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return `in ${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `in ${minutes} min ${String(rest).padStart(2, '0')} s` : `in ${rest} s`;
}

/** A duration of an attempt. */
export function asMilliseconds(ms: number | null): string {
  if (ms === null) return 'not known';
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
