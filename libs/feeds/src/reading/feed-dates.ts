/** A point in time outside these years is a mistake of the feed. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2200;

/** Characters of a date. */
const MAX_DATE = 100;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Languages whose names of months feeds use. A name that means another month in one of them is that of the first. */
const LANGUAGES = 'en de fr es pt it nl sv da nb fi pl cs hu ro tr id ca ru uk el'.split(' ');

/** Names and abbreviations of months in lower case, without dots, as they stand alone and as they follow a day. */
const MONTH_NAMES: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' as const }].flatMap((options) => {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
        return MONTHS.map((_, index) => {
          const name = format.formatToParts(Date.UTC(2025, index, 1)).find(({ type }) => type === 'month')?.value ?? '';
          return [name.toLowerCase().replaceAll('.', ''), index] as const;
        });
      }),
    ),
  ).reverse(),
);

/**
 * Hours that named zones are ahead of UTC. Where a name has several meanings, this is the one that feeds use. Any other
 * name says nothing and is read as UTC (RFC 5322, 4.3).
 */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, met: 1, cest: 2, mest: 2, eet: 2, eest: 3, msk: 3, msd: 4, trt: 3 },
  ...{ nst: -3.5, ndt: -2.5, ast: -4, adt: -3, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, hast: -10, hdt: -9, brt: -3, brst: -2, art: -3, clt: -4, clst: -3, cot: -5, pet: -5, vet: -4 },
  ...{ wat: 1, cat: 2, sast: 2, eat: 3, idt: 3, gst: 4, pkt: 5, ist: 5.5, npt: 5.75, ict: 7, wib: 7, hkt: 8, sgt: 8, pht: 8, awst: 8 },
  ...{ jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

/** Zones of the United States that have no hour of their own: it depends on the date. */
const REGIONS: Readonly<Record<string, Intl.DateTimeFormat>> = {
  et: offsetsOf('America/New_York'),
  ct: offsetsOf('America/Chicago'),
  mt: offsetsOf('America/Denver'),
  pt: offsetsOf('America/Los_Angeles'),
};

const WEEKDAY = '(?:\\p{L}[\\p{L}-]{1,14}\\.?(?:,\\s*|\\s+))?';
const DAY = '(?<day>\\d\\d?)\\.?';
const MONTH = '(?<month>\\p{L}{3,12})\\.?';
const TIME = '(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d?(?:\\.\\d+)?))?(?:\\s*(?<half>[ap])\\.?m\\b\\.?)?';
// A name, an offset, or both: "EST", "+02:00", "GMT+2", "-0500 EST".
const ZONE = '(?:\\s*(?<zone>[a-z]{1,5}))?(?:\\s*(?<offset>[+-]\\d\\d?(?::?\\d\\d)?)(?:\\s+[a-z]{1,5})?)?';

/** RFC 5322, with its obsolete years and zones, months and days of the week written out, and clocks of twelve hours. */
const RFC_5322 = new RegExp(
  `^${WEEKDAY}${DAY}[\\s-]+(?:de\\s+)?${MONTH}[\\s-]+(?:de\\s+)?(?<year>\\d{2,4})(?:,?\\s+${TIME}${ZONE})?$`,
  'u',
);

/** The order of the United States, and that of C's `asctime`. */
const MONTH_FIRST = new RegExp(`^${WEEKDAY}${MONTH}\\s+(?<day>\\d\\d?),?\\s+(?<year>\\d{4})(?:,?\\s+${TIME}${ZONE})?$`, 'u');
const ASCTIME = new RegExp(`^${WEEKDAY}${MONTH}\\s+(?<day>\\d\\d?)\\s+${TIME}${ZONE}\\s+(?<year>\\d{4})$`, 'u');

/** RFC 3339; the `T` may be a space, and the minutes of the offset may be missing. */
const RFC_3339 = new RegExp(`^(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)(?:(?:t|\\s+)${TIME}${ZONE})?$`, 'u');

/**
 * Reads a date-time of RFC 5322 (RSS) or RFC 3339 (Atom), or one of the forms that feeds use instead. One without a
 * zone is UTC, and one without a time is the first moment of its day.
 * @returns null when it cannot be read, or is a day that its month does not have
 */
export function feedDate(text = ''): Date | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed.length > MAX_DATE) return null;
  let bare = trimmed;
  // Comments, such as the zone's name.
  while (bare.endsWith(')') && bare.includes('(')) bare = bare.slice(0, bare.lastIndexOf('(')).trimEnd();
  const parts = [RFC_5322, RFC_3339, MONTH_FIRST, ASCTIME].map((form) => form.exec(bare)?.groups).find(Boolean);
  if (!parts) return null;
  const local = localTime(parts);
  if (local === null) return null;
  const offset = offsetMinutes(parts['zone'], parts['offset'], local);
  const date = offset === null ? null : new Date(local - offset * 60_000);
  return date && date.getTime() >= 0 ? date : null;
}

type Parts = Readonly<Record<string, string | undefined>>;

/** Milliseconds since 1970 if the zone were UTC. */
function localTime({ year = '', month = '', day, hour: hours = '0', minute = '0', second = '0', half }: Parts): number | null {
  const fourDigits = fullYear(year);
  const monthIndex = monthOf(month);
  const midnight = new Date(Date.UTC(fourDigits, monthIndex, Number(day)));
  const hour = hourOf(Number(hours), half);
  const isDay = midnight.getUTCMonth() === monthIndex && fourDigits >= FIRST_YEAR && fourDigits <= LAST_YEAR;
  if (!isDay || hour === null || Number(minute) > 59 || Number(second) >= 61) return null;
  return midnight.getTime() + Math.floor((hour * 3600 + Number(minute) * 60 + Number(second)) * 1000);
}

/** The index of a month: by its name, by the first letters of the English one, or by its number. */
function monthOf(month: string): number {
  const english = MONTHS.indexOf(month.slice(0, 3));
  return MONTH_NAMES.get(month) ?? (english === -1 ? Number(month) - 1 : english);
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined || hour > 12) return hour > 23 ? null : hour; // "15:00 PM" is a clock of 24 hours
  if (hour === 0) return half === 'a' ? 0 : null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** Years of two digits are of this century up to 49; those of three are counted from 1900 (RFC 5322, 4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.length === 3 ? 1900 + year : year;
}

/** Minutes that a zone is ahead of UTC; null if it does not exist. Offsets in digits take precedence over names. */
function offsetMinutes(zone = 'z', offset: string | undefined, local: number): number | null {
  if (offset === undefined) {
    const region = REGIONS[zone];
    return region === undefined ? 60 * (ZONES[zone] ?? 0) : regionMinutes(region, local);
  }
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d?):?(\d\d)?$/.exec(offset) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function offsetsOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
}

/** The offset of a region from UTC in minutes; around a change of its clocks it can be wrong by an hour. */
function regionMinutes(formatter: Intl.DateTimeFormat, local: number): number {
  const name = formatter.formatToParts(local).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
