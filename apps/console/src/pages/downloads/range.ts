/** A span of days, both included, and the time zone that their midnights are of. */
export type Range = { readonly from: string; readonly to: string; readonly timezone: string };

export const PRESETS = [7, 30, 90, 365] as const;

const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day of a time, or today, in a time zone, as `YYYY-MM-DD`. For an unknown zone it is that of UTC. */
export function dayIn(timezone: string, now = new Date()): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
  } catch {
    return now.toISOString().slice(0, 10);
  }
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The last days up to today. */
export function lastDays(days: number, timezone: string, now?: Date): Range {
  const to = dayIn(timezone, now);
  return { from: addDays(to, 1 - days), to, timezone };
}

/** The range that an address names; the last thirty days in the viewer's zone if it names none. */
export function rangeOf(search: URLSearchParams, zone = Intl.DateTimeFormat().resolvedOptions().timeZone): Range {
  const timezone = search.get('timezone') ?? zone;
  const usual = lastDays(DEFAULT_DAYS, timezone);
  const day = (name: 'from' | 'to') => {
    const given = search.get(name);
    return given !== null && DAY.test(given) ? given : usual[name];
  };
  return { from: day('from'), to: day('to'), timezone };
}

/** Every day of a range, those without downloads too. A range that is no range has none; the API names the fault. */
export function daysOf({ from, to }: Range): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < 366; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The period of the same length that ends the day before a range. */
export function before(range: Range): Range {
  const days = Math.max(1, daysOf(range).length);
  return { ...range, from: addDays(range.from, -days), to: addDays(range.from, -1) };
}
