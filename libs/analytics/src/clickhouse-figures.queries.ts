import type { ClickHouse } from '@app/downloads';
import type { AnalyticsQueries } from './analytics.queries.js';
import { daysOf } from './days/plan.js';
import type { Span } from './days/local-days.js';
import type { Content, DailyFigures, Figures, FiguresRequest, FiguresSource } from './figures.js';

/** Days of one statement: the first reads little, for a page, and no other has more than {@link MAX_GROWTH} times as many as the one before. */
const FIRST_DAYS = 1;
const MAX_GROWTH = 8;
const MAX_DAYS = 64;

/** Downloads whose listeners fit into the processor's cache: a statement has as many days as had so many in the one before. */
const CACHED_DOWNLOADS = 450_000;

/** Every download once, also where one was sent twice and the parts are not merged yet: no two partitions have the same. */
const DOWNLOADS = 'downloads FINAL';
const WHERE = 'podcast_id = {podcast:UUID} AND at >= fromUnixTimestamp64Micro({from:Int64}) AND at < fromUnixTimestamp64Micro({to:Int64})';
const SETTINGS = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

/**
 * A row for each day: its number `n`, and its episodes by the text of their ids, since ClickHouse has another order of them. A day is the
 * one whose beginning in `starts` is the last before the download; 0 is none.
 */
const FIGURES = (isOneEpisode: boolean) => `
  SELECT n, arraySort(groupArray((toString(episode_id), downloads, listeners))) AS figures
    FROM (SELECT transform(roundDown(toUnixTimestamp64Micro(at), {starts:Array(Int64)}), {starts:Array(Int64)}, {numbers:Array(UInt16)}, toUInt16(0)) AS n,
                 episode_id, toUInt32(count()) AS downloads, toUInt32(uniqExact(listener_hash)) AS listeners
            FROM ${DOWNLOADS} WHERE ${WHERE} ${isOneEpisode ? 'AND episode_id = {episode:UUID}' : ''}
           GROUP BY n, episode_id HAVING n > 0)
   GROUP BY n ORDER BY n ${SETTINGS}`;

type OfEpisode = readonly [episode: string, downloads: number, listeners: number];
type Row = { readonly n: number; readonly figures: readonly OfEpisode[] };
type Day = ReturnType<typeof daysOf>['days'][number];

/** Lines of a step of an export, which never keeps the event loop busy. */
const STEP_LINES = 1000;

/** Figures that ClickHouse counts when they are asked for, in days of Node's time zones; episodes and titles are PostgreSQL's. */
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
    const { podcastId } = this.request.subject;
    const page: DailyFigures[] = [];
    for await (const { day, figures } of this.readDays()) {
      const further = figures.filter(([episode]) => day.date > this.request.range.from || episode > after);
      while (further.length > 0 && page.length < limit) {
        const some = further.splice(0, limit - page.length);
        const titles = await this.queries.titles(podcastId, some.map(([episode]) => episode)); // prettier-ignore
        for (const [episode, downloads, listeners] of some) {
          const title = titles.get(episode)?.title;
          if (title === undefined) continue; // deleted meanwhile
          page.push({ date: day.date, episode_id: episode, episode_title: title, downloads, listeners, is_final: day.isFinal });
        }
      }
      if (page.length === limit) break;
    }
    return page;
  }

  async *lines(): AsyncGenerator<string, undefined> {
    const { podcastId } = this.request.subject;
    const cells = new Map<string, string | undefined>(); // of episodes with downloads: a podcast has 100,000 at most
    for await (const { day, figures } of this.readDays())
      for (let at = 0; at < figures.length; at += STEP_LINES) {
        const some = figures.slice(at, at + STEP_LINES);
        const unknown = some.flatMap(([episode]) => (cells.has(episode) ? [] : episode));
        if (unknown.length > 0) {
          const titles = await this.queries.titles(podcastId, unknown);
          for (const episode of unknown) cells.set(episode, titles.get(episode)?.cell);
        }
        const lines = some.map(([episode, downloads, listeners]) => {
          const cell = cells.get(episode);
          return cell === undefined ? '' : `${day.date},${episode},${cell},${downloads},${listeners},${day.isFinal}\r\n`;
        });
        yield lines.join('');
      }
  }

  async content(): Promise<Content> {
    const { podcastId } = this.request.subject;
    const [row] = await this.clickHouse.rows<{ downloads: number }>(
      `SELECT toFloat64(count()) AS downloads FROM ${DOWNLOADS} WHERE ${WHERE} ${SETTINGS}`,
      { podcast: podcastId, from: micros(this.whole.from), to: micros(this.whole.to) },
    );
    const titles = await this.queries.digestOfTitles(this.request.subject);
    return { titles, downloads: row?.downloads ?? 0, daysOver: this.days.filter(({ isFinal }) => isFinal).length };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Days with downloads, and their episodes by id. */
  private async *readDays(): AsyncGenerator<{ readonly day: Day; readonly figures: readonly OfEpisode[] }> {
    const { podcastId, episodeId } = this.request.subject;
    for (let at = 0, count = FIRST_DAYS, downloads = 0; at < this.days.length; at += count, count = daysAfter(count, downloads)) {
      downloads = 0;
      const days = this.days.slice(at, at + count);
      const parameters = { podcast: podcastId, ...boundaries(days), ...(episodeId === null ? {} : { episode: episodeId }) };
      for await (const rows of this.clickHouse.readRows<Row>(FIGURES(episodeId !== null), parameters))
        for (const { n, figures } of rows) {
          const day = days[n - 1];
          if (!day) continue;
          for (const [, ofEpisode] of figures) downloads += ofEpisode;
          yield { day, figures };
        }
    }
  }
}

/** Days of the statement after one of `count` days with so many downloads. */
function daysAfter(count: number, downloads: number): number {
  return Math.max(1, Math.min(count * MAX_GROWTH, MAX_DAYS, Math.floor((count * CACHED_DOWNLOADS) / Math.max(1, downloads))));
}

/** Where days begin, with the number of each; between two spans that are no neighbours there is a stretch of no day. */
function boundaries(days: readonly Day[]): {
  readonly from: string;
  readonly to: string;
  readonly starts: string;
  readonly numbers: string;
} {
  const spans = days.flatMap((day, n) => day.spans.map((span) => ({ ...span, number: n + 1 }))).sort((a, b) => a.from - b.from);
  const starts: { readonly at: number; readonly number: number }[] = [];
  for (const [n, { from, to, number }] of spans.entries()) {
    starts.push({ at: from, number });
    const next = spans[n + 1];
    if (next && next.from > to) starts.push({ at: to, number: 0 });
  }
  return {
    from: micros(spans[0]?.from ?? 0),
    to: micros(spans.at(-1)?.to ?? 0),
    starts: `[${starts.map(({ at }) => micros(at)).join()}]`,
    numbers: `[${starts.map(({ number }) => number).join()}]`,
  };
}

/** Microseconds since 1970, as PostgreSQL keeps times: more than a number holds. */
const micros = (ms: number): string => String(BigInt(ms) * 1000n);
