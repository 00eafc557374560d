import { createHash } from 'node:crypto';
import { Cursors, page } from '@app/http';
import { Clock, Env, isId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AnalyticsPage, DailyFiguresResponse, rangeOf, type ExportAnalytics, type ListAnalytics } from './analytics.dto.js';
import {
  AnalyticsQueries,
  type DailyFigures,
  type EpisodeTitle,
  type PlannedDay,
  type RolledUpDay,
  type Snapshot,
} from './analytics.queries.js';
import { CSV_HEADER, csvCell } from './csv.js';
import { DAY_MS, dateOf, isDate, localDays, type DateRange, type Span } from './local-days.js';
import { Places } from './places.js';
import { sourceOf } from './sources.js';

/** A CSV file on its way out. Whoever was given one closes it. */
export type CsvFile = {
  readonly etag: string;
  /** The next piece; an empty text after the last. */
  readonly read: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class AnalyticsService {
  /** A file holds a connection for as long as its client reads: of those that there are, most are left to everybody else. */
  private readonly files: Places;

  constructor(
    private readonly queries: AnalyticsQueries,
    private readonly clock: Clock,
    { DATABASE_POOL_SIZE: connections }: Env,
  ) {
    this.files = new Places(Math.max(1, Math.floor(connections / 4)));
  }

  /** One page of the figures of a range. @throws AppError 422 `from_after_to`, `range_too_long`, `invalid_cursor` */
  async list(podcastId: string, { first, after, ...query }: ListAnalytics): Promise<AnalyticsPage> {
    const range = rangeOf(query);
    const cursors = new Cursors(`analytics of ${podcastId} from ${range.from} to ${range.to} in ${range.timeZone}`, (key) => {
      const [date = '', id = '', ...others] = key.split(' ');
      return isDate(date) && range.from <= date && date <= range.to && isId(id) && others.length === 0;
    });
    const [from = range.from, episodeId = NIL] = cursors.read(after)?.split(' ') ?? [];
    const snapshot = await this.queries.open();
    try {
      const { days } = await this.plan(snapshot, podcastId, { ...range, from });
      const rows = await snapshot.figures(podcastId, days, days[0]?.date === from ? episodeId : NIL, first + 1);
      return page(rows, first, { cursors, key: keyOf, item: DailyFiguresResponse.from });
    } finally {
      await snapshot.close();
    }
  }

  /**
   * The figures of a range as a file whose beginning is read already, so that what can be refused has been.
   * @param has whether the caller holds what this ETag names
   * @returns the ETag alone when it does
   * @throws AppError 422 `from_after_to`, `range_too_long`
   */
  async export(podcastId: string, query: ExportAnalytics, has: (etag: string) => boolean): Promise<CsvFile | string> {
    const range = rangeOf(query);
    const leave = await this.files.take();
    const snapshot = await this.queries.open().catch((error: unknown) => {
      leave();
      throw error;
    });
    const close = () => snapshot.close().finally(leave);
    try {
      const titles = await snapshot.titles(podcastId);
      const { days, states, whole, daysOver } = await this.plan(snapshot, podcastId, range);
      const etag = etagOf(podcastId, range, { titles, daysOver, downloads: await downloadsIn(whole, snapshot, podcastId, states) });
      if (has(etag)) {
        await close();
        return etag;
      }
      const middles = titles.map(({ id, title }) => ({ id, middle: `,${id},${csvCell(title)},` }));
      snapshot.startLines(podcastId, days, middles);
      let ahead = CSV_HEADER + (await snapshot.nextLines());
      const read = async () => {
        const piece = ahead || (await snapshot.nextLines());
        ahead = '';
        return piece;
      };
      return { etag, read, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** The days of a range that have downloads, each with where its figures come from; and what they come from. */
  private async plan(snapshot: Snapshot, podcastId: string, range: DateRange) {
    const now = this.clock.now().getTime();
    const all = localDays(range).flatMap(({ date, spans }) => {
      const [first, last] = [spans[0], spans.at(-1)];
      return first && last ? [{ date, spans, from: first.from, to: last.to, isFinal: last.to <= now }] : [];
    });
    const whole = { from: all[0]?.from ?? 0, to: all.at(-1)?.to ?? 0 };
    const states = await snapshot.states(podcastId, dateOf(whole.from), dateOf(whole.to - 1));
    const days = all.flatMap(({ isFinal, ...day }): PlannedDay[] => {
      const source = sourceOf(day, states);
      return source ? [{ ...source, isFinal }] : [];
    });
    return { days, states, whole, daysOver: all.filter(({ isFinal }) => isFinal).length };
  }
}

/** How many downloads a podcast has in a span: the same with roll-ups as without, and whatever else happens on the UTC days at its ends. */
async function downloadsIn(span: Span, snapshot: Snapshot, podcastId: string, states: ReadonlyMap<string, RolledUpDay>): Promise<number> {
  const [from, to] = [Math.ceil(span.from / DAY_MS) * DAY_MS, Math.floor(span.to / DAY_MS) * DAY_MS];
  const ends =
    from > to
      ? [span]
      : [
          { from: span.from, to: from },
          { from: to, to: span.to },
        ];
  const parts = ends
    .filter((end) => end.from < end.to)
    .flatMap((end) => sourceOf({ date: dateOf(end.from), spans: [end] }, states) ?? [])
    .map((source) => ({ ...source, isFinal: false }));
  const [first, last] = [dateOf(from), dateOf(to - 1)];
  const rolledUp = [...states].reduce((sum, [day, state]) => (state.stale || day < first || day > last ? sum : sum + state.downloads), 0);
  return rolledUp + (await snapshot.countStale(podcastId, first, last)) + (await snapshot.count(podcastId, parts));
}

function keyOf({ date, episode_id }: DailyFigures): string {
  return `${date} ${episode_id}`;
}

/** What a file says, as far as it can change. */
type Content = {
  readonly titles: readonly EpisodeTitle[];
  readonly downloads: number;
  /** They are its first ones. */
  readonly daysOver: number;
};

/** Strong: downloads are only ever added, so that as long as their number is the same, so are they. */
function etagOf(podcastId: string, range: DateRange, content: Content): string {
  return `"${createHash('sha256')
    .update(JSON.stringify([podcastId, range, content]))
    .digest('base64url')
    .slice(0, 22)}"`;
}
