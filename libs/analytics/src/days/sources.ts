import { DAY_MS, dateOf, startOf, type LocalDay, type Span } from './local-days.js';

const QUARTER_MS = 15 * 60_000;
const QUARTERS = DAY_MS / QUARTER_MS;

/** The state of a podcast's roll-up of a UTC day; a day without a state has no downloads. */
export type DayState = {
  readonly stale: boolean;
  readonly carried: boolean;
  /** Its single downloads have been deleted: there is nothing but the roll-up. */
  readonly isClosed?: boolean;
};

/**
 * Where the figures of a local day come from: the roll-up of one UTC day (`day`), quarters of an hour of two or three
 * (`parts`), or the raw rows (`raw`). Days are UTC dates; `firstQuarter` is the first of its day that counts and
 * `lastQuarter` the first that does not; spans are in seconds since 1970.
 */
export type Source = {
  readonly date: string;
  readonly kind: 'day' | 'parts' | 'raw';
  readonly firstDay: string;
  readonly firstQuarter: number;
  readonly lastDay: string;
  readonly lastQuarter: number;
  readonly from: number;
  readonly to: number;
  /** Within `from` and `to`, what is not part of the day. */
  readonly gapFrom: number;
  readonly gapTo: number;
};

/**
 * Where the figures of a local day come from; null when it has no downloads.
 *
 * Roll-ups are used where they are up to date, the day begins and ends on a quarter of an hour, and no listener spans
 * midnight UTC: listeners of two UTC days could not be added up otherwise. (Hashes never span it, because their key
 * changes at midnight. Names in imported rows may.) Where the raw rows of a day have been deleted, roll-ups are all
 * there is: a listener may then count on both sides of midnight UTC, and quarters that are cut count as whole ones.
 */
export function sourceOf({ date, spans }: LocalDay, states: ReadonlyMap<string, DayState>): Source | null {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const whole = { from: first.from, to: last.to };
  const days = utcDays(whole);
  const known = days.flatMap((day) => states.get(day) ?? []);
  if (known.length === 0) return null;
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
  const [firstQuarter, lastQuarter] = [(whole.from - startOf(firstDay)) / QUARTER_MS, (whole.to - startOf(lastDay)) / QUARTER_MS];
  const isWithin = firstDay === lastDay && firstQuarter > 0 && lastQuarter < QUARTERS;
  const rolledUp =
    known.some(({ isClosed }) => isClosed) ||
    (known.every(({ stale }) => !stale) &&
      days.slice(1).every((day) => !states.get(day)?.carried) &&
      spans.length === 1 &&
      [firstQuarter, lastQuarter].every(Number.isInteger) &&
      !isWithin);
  const isDay = firstDay === lastDay && firstQuarter === 0 && lastQuarter === QUARTERS;
  const gap = spans.length > 1 ? { gapFrom: first.to / 1000, gapTo: last.from / 1000 } : { gapFrom: Infinity, gapTo: Infinity };
  return {
    date,
    kind: rolledUp ? (isDay ? 'day' : 'parts') : 'raw',
    firstDay,
    firstQuarter: Math.floor(firstQuarter),
    lastDay,
    lastQuarter: Math.ceil(lastQuarter),
    from: whole.from / 1000,
    to: whole.to / 1000,
    ...gap,
  };
}

function utcDays({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let at = Math.floor(from / DAY_MS) * DAY_MS; at < to; at += DAY_MS) days.push(dateOf(at));
  return days;
}
