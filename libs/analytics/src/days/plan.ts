import type { PlannedDay, RolledUpDay, Snapshot } from '../analytics.queries.js';
import { DAY_MS, dateOf, localDays, type DateRange, type LocalDay, type Span } from './local-days.js';
import { sourceOf } from './sources.js';

type DatedDay = LocalDay & Span & { readonly isFinal: boolean };

/** The days that a range has in its time zone, whether each is over, and the time from the first of them to the last. */
export function daysOf(range: DateRange, now: Date): { readonly days: readonly DatedDay[]; readonly whole: Span } {
  const days = localDays(range).flatMap(({ date, spans }): DatedDay[] => {
    const [first, last] = [spans[0], spans.at(-1)];
    return first && last ? [{ date, spans, from: first.from, to: last.to, isFinal: last.to <= now.getTime() }] : [];
  });
  return { days, whole: { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 } };
}

/** The days of a range that have downloads, each with where its figures come from. */
export type Plan = {
  readonly days: readonly PlannedDay[];
  /** The states of the podcast's roll-ups, by UTC day. */
  readonly states: ReadonlyMap<string, RolledUpDay>;
  /** From the beginning of the first day to the end of the last. */
  readonly whole: Span;
  /** How many days of the range are over. */
  readonly daysOver: number;
};

type PlanRequest = { readonly podcastId: string; readonly range: DateRange; readonly now: Date };

export async function planOf(snapshot: Snapshot, { podcastId, range, now }: PlanRequest): Promise<Plan> {
  const { days: all, whole } = daysOf(range, now);
  const states = await snapshot.states(podcastId, dateOf(whole.from), dateOf(whole.to - 1));
  const days = all.flatMap(({ isFinal, ...day }): PlannedDay[] => {
    const source = sourceOf(day, states);
    return source ? [{ ...source, isFinal }] : [];
  });
  return { days, states, whole, daysOver: all.filter(({ isFinal }) => isFinal).length };
}

type CountRequest = { readonly snapshot: Snapshot; readonly podcastId: string; readonly states: Plan['states'] };

/**
 * How many downloads a podcast has in a span. The number is the same with and without roll-ups, and does not depend on other
 * downloads of the UTC days at its ends.
 */
export async function downloadsIn(span: Span, { snapshot, podcastId, states }: CountRequest): Promise<number> {
  const [from, to] = [Math.ceil(span.from / DAY_MS) * DAY_MS, Math.floor(span.to / DAY_MS) * DAY_MS];
  const atEnds = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ];
  const parts = (from > to ? [span] : atEnds)
    .filter((end) => end.from < end.to)
    .flatMap((end) => sourceOf({ date: dateOf(end.from), spans: [end] }, states) ?? [])
    .map((source) => ({ ...source, isFinal: false }));
  const [first, last] = [dateOf(from), dateOf(to - 1)];
  const rolledUp = [...states].reduce((sum, [day, state]) => (state.stale || day < first || day > last ? sum : sum + state.downloads), 0);
  return rolledUp + (await snapshot.countStale(podcastId, first, last)) + (await snapshot.count(podcastId, parts));
}
