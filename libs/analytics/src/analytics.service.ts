import { createHash } from 'node:crypto';
import { Clock, Cursors, Env, page } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AnalyticsPage, DailyFiguresResponse, rangeOf, type ExportAnalytics, type ListAnalytics } from './analytics.dto.js';
import { AnalyticsQueries, type DailyFigures, type EpisodeTitle, type PlannedDay, type Snapshot } from './analytics.queries.js';
import { CSV_HEADER, csvCell } from './csv.js';
import { dateOf, localDays, type DateRange } from './local-days.js';
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
    const cursors = new Cursors(`analytics of ${podcastId} from ${range.from} to ${range.to} in ${range.timeZone}`);
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
      const { days, states, touched } = await this.plan(snapshot, podcastId, range);
      const rolledUp = [...states.values()].reduce((sum, { stale, downloads }) => (stale ? sum : sum + downloads), 0);
      const downloads = rolledUp + (await snapshot.countStale(podcastId, ...touched));
      const etag = etagOf(podcastId, range, { titles, downloads, final: days.map(({ isFinal }) => isFinal) });
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

  /** The days of a range that have downloads, each with where its figures come from; and of the UTC days that it touches the states. */
  private async plan(snapshot: Snapshot, podcastId: string, range: DateRange) {
    const now = this.clock.now().getTime();
    const all = localDays(range).filter(({ spans }) => spans.length > 0);
    const [begin, end] = [all[0]?.spans[0]?.from ?? 0, all.at(-1)?.spans.at(-1)?.to ?? 0];
    const touched = [dateOf(begin), dateOf(end)] as const;
    const states = await snapshot.states(podcastId, ...touched);
    const days = all.flatMap((day): PlannedDay[] => {
      const source = sourceOf(day, states);
      return source ? [{ ...source, isFinal: source.to * 1000 <= now }] : [];
    });
    return { days, states, touched };
  }
}

function keyOf({ date, episode_id }: DailyFigures): string {
  return `${date} ${episode_id}`;
}

/** What a file says, as far as it can change. */
type Content = {
  readonly titles: readonly EpisodeTitle[];
  readonly downloads: number;
  readonly final: readonly boolean[];
};

/** Strong: downloads are only ever added, so that as long as their number is the same, so are they. */
function etagOf(podcastId: string, range: DateRange, content: Content): string {
  return `"${createHash('sha256')
    .update(JSON.stringify([podcastId, range, content]))
    .digest('base64url')
    .slice(0, 22)}"`;
}
