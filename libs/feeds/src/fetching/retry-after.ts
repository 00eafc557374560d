/** Longest time for which a host is not requested, whatever it asks for. */
const MAX_REST_MS = 86_400_000;

/**
 * Reads a `Retry-After`: whole seconds, or a date of HTTP (RFC 9110, 10.2.3).
 * @returns when the host may be requested again; null when the value cannot be read or has passed
 */
export function retryAfter(value: string | undefined, now: Date): Date | null {
  const text = value?.trim() ?? '';
  const at = /^\d{1,10}$/.test(text) ? now.getTime() + Number(text) * 1000 : /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return new Date(Math.min(at, now.getTime() + MAX_REST_MS));
}
