import type { ClickHouse } from '@app/downloads';
import type { AnalyticsQueries } from './analytics.queries.js';
import { daysOf } from './days/plan.js';
import type { Span } from './days/local-days.js';
import type { Content, DailyFigures, Figures, FiguresRequest, FiguresSource } from './figures.js';

/**
 * Days of one statement: the first reads little, for a page, and no other has more than {@link MAX_GROWTH} times as
 * many as the one before.
 */
const FIRST_DAYS = 1;
const MAX_GROWTH = 8;
const MAX_DAYS = 64;

/** Most downloads of a statement, estimated from the one before: ClickHouse keeps their listeners in memory. */
const MAX_DOWNLOADS = 5_000_000;

/** Every download once, also where one was sent twice and the parts are not merged yet. */
const DOWNLOADS = 'downloads FINAL';
const WHERE = 'podcast_id = {podcast:UUID} AND at >= fromUnixTimestamp64Micro({from:Int64}) AND at < fromUnixTimestamp64Micro({to:Int64})';

/** A row for each day: its number `n` from 0, and its episodes by the text of their ids: ClickHouse orders them so. */
const FIGURES = (isOneEpisode: boolean) => `
  SELECT n, arraySort(groupArray((toString(episode_id), downloads, listeners))) AS figures
    FROM (SELECT toUInt16(intDiv(toUnixTimestamp64Micro(at) - {from:Int64}, {length:Int64})) AS n,
                 episode_id, toUInt32(count()) AS downloads, toUInt32(arrayUniq(groupArray(listener_hash))) AS listeners
            FROM ${DOWNLOADS} WHERE ${WHERE} AND (at < fromUnixTimestamp64Micro({gapFrom:Int64}) OR at >= fromUnixTimestamp64Micro({gapTo:Int64}))
                 ${isOneEpisode ? 'AND episode_id = {episode:UUID}' : ''}
           GROUP BY n, episode_id)
   GROUP BY n ORDER BY n`;

type OfEpisode = readonly [episode: string, downloads: number, listeners: number];
type Row = { readonly n: number; readonly figures: readonly OfEpisode[] };
type Day = ReturnType<typeof daysOf>['days'][number];

/** Rows of a step of an export, which never keeps the event loop busy. */
const STEP_ROWS = 1000;

/** Figures that ClickHouse counts on demand, in days of Node's time zones; episodes are PostgreSQL's. */
export class ClickHouseFigures implements FiguresSource {
  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly queries: AnalyticsQueries,
  ) {}

  open(request: FiguresRequest): Promise<Figures> {
    return Promise.resolve(new CountedFigures(this.clickHouse, this.queries, request));
  }
}

class CountedFigures implements Figures {
  private readonly days: readonly Day[];
  private readonly whole: Span;

  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly queries: AnalyticsQueries,
    private readonly request: FiguresRequest,
  ) {
    ({ days: this.days, whole: this.whole } = daysOf(request.range, request.now));
  }

  async page({ after, limit }: { readonly after: string; readonly limit: number }): Promise<DailyFigures[]> {
    const page: DailyFigures[] = [];
    for await (const rows of this.readRows()) {
      for (const { cell: _, ...row } of rows) if (row.date > this.request.range.from || row.episode_id > after) page.push(row);
      if (page.length >= limit) break;
    }
    return page.slice(0, limit);
  }

  async *lines(): AsyncGenerator<string, undefined> {
    for await (const rows of this.readRows())
      yield rows
        .map((row) => `${row.date},${row.episode_id},${row.cell},${row.downloads},${row.unique_listeners},${row.is_final}\r\n`)
        .join('');
  }

  async content(): Promise<Content> {
    const { podcastId } = this.request.subject;
    const [row] = await this.clickHouse.rows<{ downloads: number }>(
      `SELECT toFloat64(count()) AS downloads FROM ${DOWNLOADS} WHERE ${WHERE}`,
      { podcast: podcastId, from: micros(this.whole.from), to: micros(this.whole.to) },
    );
    const titles = await this.queries.digestOfTitles(this.request.subject);
    return { titles, downloads: row?.downloads ?? 0, daysOver: this.days.filter(({ isFinal }) => isFinal).length };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Rows by day and episode, at most {@link STEP_ROWS} at a time. Those of episodes that were deleted are left out. */
  private async *readRows(): AsyncGenerator<(DailyFigures & { readonly cell: string })[]> {
    // A podcast has at most 100,000 episodes.
    const titles = new Map<string, { readonly title: string; readonly cell: string } | undefined>();
    for await (const { day, figures } of this.readDays())
      for (let at = 0; at < figures.length; at += STEP_ROWS) {
        const some = figures.slice(at, at + STEP_ROWS);
        const unknown = some.flatMap(([episode]) => (titles.has(episode) ? [] : episode));
        const found = unknown.length > 0 ? await this.queries.titles(this.request.subject.podcastId, unknown) : undefined;
        for (const episode of unknown) titles.set(episode, found?.get(episode));
        yield some.flatMap(([episode_id, downloads, unique_listeners]) => {
          const { title: episode_title, cell } = titles.get(episode_id) ?? {};
          if (episode_title === undefined || cell === undefined) return [];
          return { date: day.date, episode_id, episode_title, cell, downloads, unique_listeners, is_final: day.isFinal };
        });
      }
  }

  /** Days with downloads, and their episodes by id. */
  private async *readDays(): AsyncGenerator<{ readonly day: Day; readonly figures: readonly OfEpisode[] }> {
    const { podcastId, episodeId } = this.request.subject;
    for (let at = 0, most = FIRST_DAYS; ;) {
      const first = this.days[at];
      if (!first) return;
      const count = alike(first, this.days.slice(at, at + most));
      const parameters = { podcast: podcastId, ...boundaries(first, count), ...(episodeId === null ? {} : { episode: episodeId }) };
      let downloads = 0;
      for await (const rows of this.clickHouse.readRows<Row>(FIGURES(episodeId !== null), parameters))
        for (const { n, figures } of rows) {
          for (const [, ofEpisode] of figures) downloads += ofEpisode;
          yield { day: this.days[at + n] ?? first, figures };
        }
      at += count;
      most = Math.max(1, Math.min(count * MAX_GROWTH, MAX_DAYS, Math.floor((count * MAX_DOWNLOADS) / Math.max(1, downloads))));
    }
  }
}

/** How many of some days, from the first on, follow each other without a gap and are as long: nearly always all. */
function alike(first: Day, days: readonly Day[]): number {
  const length = first.to - first.from;
  const other = days.findIndex(({ from, to, spans }, n) => spans.length > 1 || from !== first.from + n * length || to - from !== length);
  return other === -1 ? days.length : Math.max(1, other);
}

/**
 * Microseconds from the first day to the end of days that are alike, and what is no part of it when clocks went back
 * into the day before.
 */
function boundaries({ from, to, spans }: Day, count: number): Readonly<Record<string, string>> {
  const length = to - from;
  const [gapFrom = to, gapTo = from] = [spans[0]?.to, spans.at(-1)?.from];
  const times = { from, to: from + count * length, length, gapFrom, gapTo };
  return Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, micros(ms)]));
}

/** Microseconds since 1970, as PostgreSQL keeps times: more than a number holds. */
const micros = (ms: number): string => String(BigInt(ms) * 1000n);
