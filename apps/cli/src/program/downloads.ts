import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { example, PODCAST } from './options.js';

export function addDownloads(program: Command, context: Context): void {
  program
    .command('downloads <podcast>')
    .description('show the downloads of a podcast by day and episode')
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD (required)')
    .requiredOption('--to <date>', 'last day, YYYY-MM-DD (required)')
    .option('--timezone <zone>', 'the time zone of these days, such as Europe/Lisbon; UTC unless given')
    .addOption(new Option('--csv', 'the CSV file of the API').conflicts('chart'))
    .option('--chart', 'a bar for each day')
    .addHelpText('after', example(`podcast downloads ${PODCAST} --from 2026-11-01 --to 2026-11-21 --chart`))
    .action(async (podcast: string, options: { from: string; to: string }) =>
      (await import('../commands/downloads.js')).downloads(context, podcast, options),
    );
}
