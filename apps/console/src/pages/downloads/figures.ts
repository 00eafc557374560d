import Papa from 'papaparse';

/** A row of the export: the downloads of one episode on one day. */
export type Figure = {
  readonly date: string;
  readonly episodeId: string;
  readonly title: string;
  readonly downloads: number;
  readonly listeners: number;
  readonly isFinal: boolean;
};

export type Measure = 'downloads' | 'listeners';

export type EpisodeTotal = { readonly episodeId: string; readonly title: string; readonly downloads: number; readonly listeners: number };
export type DayTotal = { readonly date: string; readonly downloads: number; readonly listeners: number; readonly isFinal: boolean };

/** The export sets `'` before cells that a spreadsheet would run (contract 12.2). */
const GUARDED = /^'(?=[=+\-@\t\r])/;

/**
 * Reads `analytics.csv`. One request has all figures of a range, where the JSON list has a hundred rows a request.
 * Columns are found by their names, since more may follow.
 */
export function readFigures(csv: string): Figure[] {
  const { data } = Papa.parse<Record<string, string | undefined>>(csv, {
    header: true,
    skipEmptyLines: true,
    delimiter: ',',
    newline: '\r\n',
  });
  return data.map((row) => ({
    date: row['date'] ?? '',
    episodeId: row['episode_id'] ?? '',
    title: (row['episode_title'] ?? '').replace(GUARDED, ''),
    downloads: Number(row['downloads']),
    listeners: Number(row['unique_listeners']),
    isFinal: row['is_final'] === 'true',
  }));
}

export const sumOf = (figures: readonly Figure[], measure: Measure) => figures.reduce((sum, figure) => sum + figure[measure], 0);

/** Totals of each day, in order; days without downloads are zero. A listener of two episodes counts for both. */
export function totalsByDay(figures: readonly Figure[], days: readonly string[], today: string): DayTotal[] {
  const byDay = Map.groupBy(figures, ({ date }) => date);
  return [...new Set([...days, ...byDay.keys()])].sort().map((date) => {
    const own = byDay.get(date) ?? [];
    const isFinal = own[0]?.isFinal ?? date < today;
    return { date, downloads: sumOf(own, 'downloads'), listeners: sumOf(own, 'listeners'), isFinal };
  });
}

/** Totals of each episode, most downloaded first. A listener of two days counts for both. */
export function totalsByEpisode(figures: readonly Figure[]): EpisodeTotal[] {
  return [...Map.groupBy(figures, ({ episodeId }) => episodeId)]
    .map(([episodeId, own]) => ({
      episodeId,
      title: own[0]?.title ?? '',
      downloads: sumOf(own, 'downloads'),
      listeners: sumOf(own, 'listeners'),
    }))
    .sort((one, other) => other.downloads - one.downloads || (one.title < other.title ? -1 : 1));
}

/** The values of days that are over, from the release on: no line runs into other days. */
export function drawn(values: readonly number[], days: readonly DayTotal[], release = ''): (number | null)[] {
  return values.map((value, at) => (days[at]?.isFinal && days[at].date >= release ? value : null));
}

/** Values of days that are not over, and of the day before, from which a line leads there; none of days to come. */
export function drawnOpen(values: readonly number[], days: readonly DayTotal[], today: string, release = ''): (number | null)[] {
  const isDrawn = ({ date, isFinal }: DayTotal, next: DayTotal | undefined) =>
    isFinal ? date >= release && next?.isFinal === false && next.date <= today : date <= today;
  return days.map((day, at) => (isDrawn(day, days[at + 1]) ? (values[at] ?? 0) : null));
}

/** One line of the chart for each of the episodes: its figure on each of the days. */
export function seriesOf(figures: readonly Figure[], episodes: readonly string[], days: readonly string[], measure: Measure): number[][] {
  const at = new Map(days.map((day, index) => [day, index]));
  const lines = new Map(episodes.map((episode) => [episode, days.map(() => 0)]));
  for (const figure of figures) {
    const line = lines.get(figure.episodeId);
    const index = at.get(figure.date);
    if (line && index !== undefined) line[index] = figure[measure];
  }
  return [...lines.values()];
}
