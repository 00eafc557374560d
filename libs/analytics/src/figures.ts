import type { DailyFiguresResponse } from './analytics.dto.js';
import type { DateRange } from './days/local-days.js';

/** Whose figures are read: a podcast's, or those of one of its episodes alone. */
export type Subject = { readonly podcastId: string; readonly episodeId: string | null };

/** Figures of one episode on one local day, as they are answered. */
export type DailyFigures = DailyFiguresResponse;

/** Which figures; `now` says which days are over. */
export type FiguresRequest = { readonly subject: Subject; readonly range: DateRange; readonly now: Date };

/** All that a file of figures depends on, beside the request. */
export type Content = {
  /** Changes with the titles of the subject's episodes. */
  readonly titles: string;
  /** Downloads of the podcast are only ever added, so that as long as their number is the same, so are they. */
  readonly downloads: number;
  /** The first days of the range: `is_final` of the lines. */
  readonly daysOver: number;
};

/** The figures of a range, none of them zero, by date and episode. Whoever opened them closes them. */
export type Figures = {
  /** @param after skip episodes of the first day up to this one */
  page(options: { readonly after: string; readonly limit: number }): Promise<DailyFigures[]>;
  /** Lines of CSV. */
  lines(): AsyncGenerator<string, undefined>;
  content(): Promise<Content>;
  close(): Promise<void>;
};

/** Where figures come from: roll-ups and downloads of PostgreSQL, or ClickHouse (contract 16.11). */
export abstract class FiguresSource {
  abstract open(request: FiguresRequest): Promise<Figures>;
}
