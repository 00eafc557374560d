import type { Command } from 'commander';
import type { Context } from '../context.js';
import { example, several } from './options.js';

export function addEvents(program: Command, context: Context): void {
  program
    .command('events')
    .description('list your events of the last 30 days, or follow them as they come')
    .option('--follow', 'one JSON line an event, from where it last stopped, until it is ended')
    .option('--type <types>', 'only events of these types, separated by commas', several)
    .option('--podcast <id>', 'only events that concern this podcast')
    .addHelpText('after', example('podcast events --follow --type video_stock.matched,episode.published'))
    .action(async (options: object) => (await import('../commands/events.js')).events(context, options));
}
