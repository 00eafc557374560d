/** A point in time outside these years is a mistake of the feed. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours of the zones that have a name; any other name says nothing, and is read as UTC (RFC 5322, 4.3). */
const ZONES: Readonly<Record<string, number>> = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 };

/** RFC 5322, with its obsolete years and zones, and with months and days of the week written out. */
const RFC_5322 =
  /^(?:[a-z]{3,9}(?:,\s*|\s+))?(?<day>\d\d?)\s+(?<month>[a-z]{3})[a-z]{0,6}\s+(?<year>\d{2,4})\s+(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?\s*(?<zone>[+-]\d\d:?\d\d|[a-z]{1,5})?$/;

/** RFC 3339; the `T` may be a space, and the minutes of the offset may be missing. */
const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[t ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d(?:\.\d+)?))?\s?(?<zone>[+-]\d\d(?::?\d\d)?|z)?$/;

/**
 * Reads a date-time of RFC 5322 (RSS) or RFC 3339 (Atom). One without a zone is taken as UTC.
 * @returns null when it is neither, or a day that its month does not have
 */
export function feedDate(text: string | null): Date | null {
  const trimmed = text?.trim().toLowerCase() ?? '';
  if (trimmed.length > 100) return null;
  const bare = trimmed.replace(/(?:\s*\([^()]*\))+$/, ''); // comments, such as the zone's name
  const parts = (RFC_5322.exec(bare) ?? RFC_3339.exec(bare))?.groups;
  if (!parts) return null;
  const { day, month = '', hour, minute, second = '0', zone } = parts;
  const year = fullYear(parts['year'] ?? '');
  const monthIndex = MONTHS.includes(month) ? MONTHS.indexOf(month) : Number(month) - 1;
  const midnight = new Date(Date.UTC(year, monthIndex, Number(day)));
  const isDay = midnight.getUTCMonth() === monthIndex && year >= FIRST_YEAR && year <= LAST_YEAR;
  const offset = offsetOf(zone);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) >= 61 || offset === null) return null;
  const seconds = Number(hour) * 3600 + (Number(minute) - offset) * 60 + Number(second);
  const date = new Date(midnight.getTime() + Math.floor(seconds * 1000));
  return date.getTime() >= 0 ? date : null;
}

/** Years of two digits are of this century up to 49; those of three are counted from 1900 (RFC 5322, 4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.length === 3 ? 1900 + year : year;
}

/** Minutes that a zone is ahead of UTC; null: there is no such zone. */
function offsetOf(zone = 'z'): number | null {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return 60 * ((Object.hasOwn(ZONES, zone) && ZONES[zone]) || 0);
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
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
