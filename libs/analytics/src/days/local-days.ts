const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A stretch of time, in milliseconds since 1970; `to` is not part of it. */
export type Span = { readonly from: number; readonly to: number };

/**
 * A day of the calendar in some time zone, and when it was. Nearly always that is one span of 23 to 25 hours; a day
 * that a zone has skipped has none, and one that clocks went back into has two.
 */
export type LocalDay = { readonly date: string; readonly spans: readonly Span[] };

/** An inclusive range of dates (`YYYY-MM-DD`) in a time zone. */
export type DateRange = { readonly from: string; readonly to: string; readonly timeZone: string };

/** The zone's name as ICU writes it; undefined when there is none of that name. An offset is no zone. */
export function canonicalTimeZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Whether a text is a date of the calendar, as `YYYY-MM-DD`, in the years 1 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const ms = startOf(text);
  return !Number.isNaN(ms) && dateOf(ms) === text;
}

/** How many dates a range has; below 1 when it is reversed. */
export function lengthOf({ from, to }: Pick<DateRange, 'from' | 'to'>): number {
  return (startOf(to) - startOf(from)) / DAY_MS + 1;
}

/** The days of a range, in their order. */
export function localDays({ from, to, timeZone }: DateRange): LocalDay[] {
  const [first, last] = [startOf(from), startOf(to)];
  const stretches = offsets(timeZone, { from: first - 2 * DAY_MS, to: last + 3 * DAY_MS });
  const days: LocalDay[] = [];
  for (let start = first; start <= last; start += DAY_MS) {
    const spans: Span[] = [];
    for (const { span, offset } of stretches) {
      const piece = { from: Math.max(span.from, start - offset), to: Math.min(span.to, start + DAY_MS - offset) };
      if (piece.from >= piece.to) continue;
      const before = spans.at(-1);
      if (before?.to === piece.from) spans[spans.length - 1] = { from: before.from, to: piece.to };
      else spans.push(piece);
    }
    days.push({ date: dateOf(start), spans });
  }
  return days;
}

/** The first and the last date that can be written with four digits of a year, and that PostgreSQL reads. */
const [EARLIEST_DATE, LATEST_DATE] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')];

/** The UTC date of a moment; a moment outside the supported dates has the first or the last of them. */
export function dateOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, EARLIEST_DATE), LATEST_DATE)).toISOString().slice(0, 10);
}

/** The beginning of a UTC date. */
export function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The offsets of a zone from UTC (milliseconds to the east) and the time for which each applied, without gaps. */
function offsets(timeZone: string, { from, to }: Span): { readonly span: Span; readonly offset: number }[] {
  const offsetAt = offsetsOf(timeZone);
  const found: { readonly span: Span; readonly offset: number }[] = [];
  let begin = from;
  let offset = offsetAt(from);
  for (let at = from; at < to; at += DAY_MS) {
    const later = offsetAt(at + DAY_MS);
    if (later === offset) continue;
    let [before, after] = [at, at + DAY_MS]; // the change is between them, to the second
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    found.push({ span: { from: begin, to: after }, offset });
    [begin, offset] = [after, offsetAt(after)];
  }
  found.push({ span: { from: begin, to }, offset });
  return found;
}

/** Before this time there were no time zones: the zone's local mean time applies. */
const EARLIEST = Date.UTC(1850, 0);

function offsetsOf(timeZone: string): (ms: number) => number {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
  return (ms) => {
    const at = Math.max(ms, EARLIEST);
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - at;
  };
}
