/** A point in time outside these years is a mistake of the feed. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

const ZONE = /(?:\b(?:GMT|UTC?|Z|[ECMP][SD]T)|[+-]\d\d:?\d\d|\dZ)\s*$/i;

/**
 * Reads a date-time of RFC 5322 (RSS) or RFC 3339 (Atom). One without a zone is taken as UTC.
 * @returns null when it cannot be read
 */
export function feedDate(text: string | null): Date | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > 100) return null;
  const time = Date.parse(ZONE.test(trimmed) ? trimmed : `${trimmed} GMT`);
  const date = new Date(Number.isNaN(time) ? Date.parse(`${trimmed}Z`) : time);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : null;
}

/**
 * Reads an `itunes:duration`: seconds, `MM:SS` or `HH:MM:SS`.
 * @returns whole seconds, at least 1; null when it cannot be read
 */
export function feedDuration(text: string | null): number | null {
  const parts = /^(?:(?:(\d{1,5}):)?(\d{1,5}):)?(\d{1,10}(?:\.\d{1,9})?)$/.exec(text?.trim() ?? '');
  if (!parts) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = parts.map(Number).map((part) => part || 0);
  const whole = Math.round(hours * 3600 + minutes * 60 + seconds);
  return whole >= 1 && whole < 2 ** 31 ? whole : null;
}

/** The URL of an audio file: absolute, of http or https. */
export function feedAudioUrl(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > 2048 || !/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return trimmed;
}

/** One line of text, of so many characters at most. */
export function feedLine(text: string | null, most: number): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return [...line.slice(0, 2 * most)].slice(0, most).join(''); // a character takes up to two units
}
