import type { Episode } from '../../api/api.ts';
import { locale } from '../../texts/language.ts';

type Dated = Pick<Episode, 'published_at' | 'missing'>;
export type Groups<E> = { readonly next: readonly E[]; readonly unscheduled: readonly E[]; readonly published: readonly E[] };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A release within these days is due. */
const DUE_DAYS = 7;

/** Episodes by release: the next one first, then those without a date, then the latest. They come latest first. */
export function groupsOf<E extends Dated>(episodes: readonly E[], now: number): Groups<E> {
  const groups: { [Name in keyof Groups<E>]: E[] } = { next: [], unscheduled: [], published: [] };
  for (const episode of episodes) groups[groupOf(episode, now)].push(episode);
  return { ...groups, next: groups.next.reverse() };
}

export function groupOf({ published_at: at }: Pick<Dated, 'published_at'>, now: number): keyof Groups<unknown> {
  if (at === null) return 'unscheduled';
  return Date.parse(at) > now ? 'next' : 'published';
}

/** Whether an episode lacks something that its release needs soon. */
export function isDue({ published_at: at, missing }: Dated, now: number): boolean {
  if (at === null || missing.length === 0) return false;
  return Date.parse(at) > now && daysUntil(at, now) <= DUE_DAYS;
}

/** Days of the viewer's calendar, of which some have 23 or 25 hours. */
function daysUntil(at: string, now: number): number {
  const midnight = (time: string | number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(at) - midnight(now)) / DAY_MS);
}

/** The time until a release in one unit: `in 3 hours`, `tomorrow`, `in 12 days`. */
export function timeLeft(at: string, now: number, language = locale): string {
  const left = Date.parse(at) - now;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (left < HOUR_MS) return format.format(Math.max(1, Math.ceil(left / 60_000)), 'minute');
  if (left < DAY_MS) return format.format(Math.floor(left / HOUR_MS), 'hour');
  return format.format(daysUntil(at, now), 'day');
}
