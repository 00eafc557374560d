import { DAY_MS, dateOf, startOf } from './local-days.js';
import type { Source } from './sources.js';

/** The boundary between two local days, as quarters of an hour after the beginning of a UTC day. */
type Cut = { readonly day: string; readonly quarter: number };

/**
 * A podcast's UTC day as it is read: its episodes in the order of their ids, and for each the figures before and after the cut. Null if the
 * day has no downloads.
 */
export type CutDayRow = {
  readonly episodes: string | null;
  readonly downloads_before: string;
  readonly listeners_before: string;
  readonly downloads_after: string;
  readonly listeners_after: string;
};

type Figures = { readonly downloads: readonly number[]; readonly listeners: readonly number[] };

/** The same with numbers; `episodes` are positions in the list of the podcast's episodes, ascending. */
type CutDay = { readonly episodes: readonly number[]; readonly before: Figures; readonly after: Figures };

/** An episode's id, and the columns of its lines between the date and the figures. */
export type LineMiddle = { readonly id: string; readonly middle: string };

type Day = Pick<Source, 'date' | 'kind' | 'firstDay' | 'firstQuarter' | 'lastDay' | 'lastQuarter'> & { readonly isFinal: boolean };

/** Whether a local day is the end of one UTC day and the beginning of the next. */
export function isCutFromTwo({ kind, firstDay, lastDay }: Day): boolean {
  return kind === 'parts' && dateOf(startOf(firstDay) + DAY_MS) === lastDay;
}

/**
 * Joins the halves of UTC days to the lines of local days. Each UTC day is read and cut once, and serves two local days
 * (docs/adr/0031).
 */
export class CutDays {
  readonly cuts: readonly Cut[];
  /** For each local day, the number of the cut at which it ends; it begins at the one before. */
  private readonly ends: readonly number[];
  private readonly positions: ReadonlyMap<string, number>;
  private taken = 0;
  private written = 0;
  private last: CutDay = NO_DOWNLOADS;
  private lastEpisodes: string | null = null;

  /** @param days each {@link isCutFromTwo} */
  constructor(
    private readonly days: readonly Day[],
    private readonly middles: readonly LineMiddle[],
  ) {
    const cuts: Cut[] = [];
    this.ends = days.map(({ firstDay, firstQuarter, lastDay, lastQuarter }) => {
      const before = cuts.at(-1);
      if (before?.day !== firstDay || before.quarter !== firstQuarter) cuts.push({ day: firstDay, quarter: firstQuarter });
      return cuts.push({ day: lastDay, quarter: lastQuarter }) - 1;
    });
    this.cuts = cuts;
    this.positions = new Map(middles.map(({ id }, position) => [id, position]));
  }

  /** Takes the UTC day of the next cut. @returns the lines of the local day that ends with it, if one does */
  take(row: CutDayRow): string {
    const first = this.last;
    this.last = this.read(row);
    const day = this.days[this.written];
    if (!day || this.ends[this.written] !== this.taken++) return '';
    this.written += 1;
    return this.lines(day, first, this.last);
  }

  private read({ episodes, downloads_before, listeners_before, downloads_after, listeners_after }: CutDayRow): CutDay {
    if (episodes === null) return NO_DOWNLOADS;
    const known = this.lastEpisodes === episodes && this.last !== NO_DOWNLOADS;
    this.lastEpisodes = episodes;
    return {
      episodes: known ? this.last.episodes : episodes.split(' ').map((id) => this.positions.get(id) ?? -1),
      before: { downloads: numbersOf(downloads_before), listeners: numbersOf(listeners_before) },
      after: { downloads: numbersOf(downloads_after), listeners: numbersOf(listeners_after) },
    };
  }

  private lines({ date, isFinal }: Day, first: CutDay, last: CutDay): string {
    const ending = `,${isFinal}\r\n`;
    let lines = '';
    for (let [a, b] = [0, 0]; a < first.episodes.length || b < last.episodes.length;) {
      const [early = Infinity, late = Infinity] = [first.episodes[a], last.episodes[b]];
      let [downloads, listeners] = [0, 0];
      if (early <= late) {
        downloads += first.after.downloads[a] ?? 0;
        listeners += first.after.listeners[a++] ?? 0;
      }
      if (late <= early) {
        downloads += last.before.downloads[b] ?? 0;
        listeners += last.before.listeners[b++] ?? 0;
      }
      const middle = this.middles[Math.min(early, late)]?.middle;
      if (downloads > 0 && middle !== undefined) lines += `${date}${middle}${downloads},${listeners}${ending}`;
    }
    return lines;
  }
}

const NO_DOWNLOADS: CutDay = { episodes: [], before: { downloads: [], listeners: [] }, after: { downloads: [], listeners: [] } };

/** Of an array as PostgreSQL writes it: `{1,2}`. */
function numbersOf(text: string): number[] {
  return JSON.parse(`[${text.slice(1, -1)}]`) as number[];
}
