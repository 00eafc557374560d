import type { Command } from 'commander';
import type { Context } from '../context.js';
import { DELIVERY, example, several } from './options.js';

export function addWebhook(program: Command, context: Context): void {
  const webhook = program.command('webhook').description('the destination of notifications');
  webhook.addHelpText('after', example('podcast webhook show'));
  webhook
    .command('set <url>')
    .description('register the destination; an earlier one is replaced')
    .addHelpText('after', example('podcast webhook set https://hooks.example.com/podcasts'))
    .action(async (url: string) => (await import('../commands/webhooks.js')).set(context, url));
  webhook
    .command('show')
    .description('show the destination and whether it is verified')
    .addHelpText('after', example('podcast webhook show'))
    .action(async () => (await import('../commands/webhooks.js')).show(context));
  webhook
    .command('deliveries [delivery]')
    .description('list the latest deliveries, or show one with all of its attempts')
    .addHelpText('after', example(`podcast webhook deliveries ${DELIVERY}`))
    .action(async (delivery?: string) => {
      const { deliveries, delivery: one } = await import('../commands/webhooks.js');
      await (delivery === undefined ? deliveries(context) : one(context, delivery));
    });
  webhook
    .command('redeliver <delivery>')
    .description('send the event of a finished delivery once more')
    .addHelpText('after', example(`podcast webhook redeliver ${DELIVERY}`))
    .action(async (delivery: string) => (await import('../commands/webhooks.js')).redeliver(context, delivery));
  webhook
    .command('replay')
    .description('send every event once more that no destination has received')
    .requiredOption('--since <time>', 'the earliest event, a time with its offset (required)')
    .option('--type <types>', 'only events of these types, separated by commas', several)
    .addHelpText('after', example('podcast webhook replay --since 2026-11-21T09:00:00Z'))
    .action(async (options: { since: string }) => (await import('../commands/webhooks.js')).replay(context, options));
}
