import type { Command } from 'commander';
import type { Context } from '../context.js';
import { example, PODCAST } from './options.js';

export function addFeed(program: Command, context: Context): void {
  const feed = program.command('feed').description('the feed of a podcast that is hosted elsewhere');
  feed.addHelpText('after', example(`podcast feed refetch ${PODCAST}`));
  feed
    .command('refetch <podcast>')
    .description('request a refetch of the feed')
    .option('--wait', 'wait until the refetch has ended')
    .addHelpText('after', example(`podcast feed refetch ${PODCAST} --wait`))
    .action(async (podcast: string, options: { wait?: boolean }) =>
      (await import('../commands/feeds.js')).refetch(context, podcast, options),
    );
}
