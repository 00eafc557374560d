import type { components } from '@app/client';
import { Option, type Command } from 'commander';
import { listing, take, type Context } from '../context.js';
import { command, PODCAST } from '../program/options.js';

type Row = components['schemas']['DailyFiguresResponse'];

export function addDownloads(program: Command, context: Context): void {
  const november = `podcast downloads ${PODCAST} --from 2026-11-01 --to 2026-11-21 --chart`;
  command(program, 'downloads <podcast>', 'show the downloads of a podcast by day and episode', november)
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD (required)')
    .requiredOption('--to <date>', 'last day, YYYY-MM-DD (required)')
    .option('--timezone <zone>', 'the time zone of these days, such as Europe/Lisbon; UTC unless given')
    .addOption(new Option('--csv', 'the CSV file of the API').conflicts('chart'))
    .option('--chart', 'a bar for each day')
    .action((podcast: string, options: DownloadsOptions) => downloads(context, podcast, options));
}

type DownloadsOptions = {
  readonly from: string;
  readonly to: string;
  readonly timezone?: string;
  readonly csv?: boolean;
  readonly chart?: boolean;
};

/** `downloads`: the figures as a table, the API's own CSV, or a bar a day. */
async function downloads(context: Context, podcast: string, { csv, chart, ...query }: DownloadsOptions): Promise<void> {
  const client = await context.client();
  const params = { path: { podcast }, query };
  if (csv && !context.isJson()) {
    const { data } = await client.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, parseAs: 'text' });
    return context.out(data);
  }
  const data = await take(client.items('/api/v1/podcasts/{podcast}/analytics', { params: { ...params, query: { ...query, first: 100 } } }));
  context.answer({ data }, () => (chart ? chartOf(data, context.columns) : listing(COLUMNS, data)));
}

const COLUMNS = {
  heading: ['DATE', 'DOWNLOADS', 'LISTENERS', 'EPISODE'],
  row: (one: Row) => [one.date, String(one.downloads), String(one.unique_listeners), one.episode_title],
  empty: 'No downloads.',
};

/** A bar a day, over all episodes. */
export function chartOf(rows: readonly Pick<Row, 'date' | 'downloads'>[], columns: number): string {
  const days = new Map<string, number>();
  for (const { date, downloads: count } of rows) days.set(date, (days.get(date) ?? 0) + count);
  if (days.size === 0) return 'No downloads.\n';
  const most = Math.max(...days.values());
  const digits = String(most).length;
  const width = Math.max(10, columns - 'YYYY-MM-DD'.length - digits - 4);
  return [...days]
    .map(([date, count]) => `${date}  ${String(count).padStart(digits)}  ${'█'.repeat(Math.max(1, Math.round((count / most) * width)))}\n`)
    .join('');
}
