import type { PlannedDay, Snapshot } from '../analytics.queries.js';
import { dateOf, localDays, type DateRange, type LocalDay, type Span } from './local-days.js';
import { sourceOf } from './sources.js';

type DatedDay = LocalDay & Span & { readonly isFinal: boolean };

/** The days of a range in its time zone, whether each is over, and the time from the first of them to the last. */
export function daysOf(range: DateRange, now: Date): { readonly days: readonly DatedDay[]; readonly whole: Span } {
  const days = localDays(range).flatMap(({ date, spans }): DatedDay[] => {
    const [first, last] = [spans[0], spans.at(-1)];
    return first && last ? [{ date, spans, from: first.from, to: last.to, isFinal: last.to <= now.getTime() }] : [];
  });
  return { days, whole: { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 } };
}

/** The days of a range that have downloads, each with where its figures come from. */
type Plan = {
  readonly days: readonly PlannedDay[];
  /** How many downloads the UTC days of the range have: the same with and without roll-ups. */
  readonly downloads: () => Promise<number>;
  /** How many days of the range are over. */
  readonly daysOver: number;
};

type PlanRequest = { readonly podcastId: string; readonly range: DateRange; readonly now: Date };

export async function planOf(snapshot: Snapshot, { podcastId, range, now }: PlanRequest): Promise<Plan> {
  const { days: all, whole } = daysOf(range, now);
  const [first, last] = [dateOf(whole.from), dateOf(whole.to - 1)];
  const states = await snapshot.states(podcastId, first, last);
  const days = all.flatMap(({ isFinal, ...day }): PlannedDay[] => {
    const source = sourceOf(day, states);
    return source ? [{ ...source, isFinal }] : [];
  });
  const rolledUp = [...states.values()].reduce((sum, { stale, downloads }) => (stale ? sum : sum + downloads), 0);
  const downloads = async () => rolledUp + (await snapshot.countStale(podcastId, first, last));
  return { days, downloads, daysOver: all.filter(({ isFinal }) => isFinal).length };
}
