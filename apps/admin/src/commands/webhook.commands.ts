import type { DeliverySummary } from '@app/webhooks';
import type { Command } from 'commander';
import { atMost } from '../arguments.js';
import { audited, type CommandContext, type ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

const outbox: ModuleLoader = async (environment) => [...(await queueModules(environment)), (await import('@app/webhooks')).WebhooksModule];

export function addWebhookCommands(program: Command, context: CommandContext): void {
  const delivery = program.command('delivery').description('webhook deliveries');
  delivery
    .command('list')
    .description('the latest deliveries of a user, newest first, with the outcome of the last attempt')
    .requiredOption('--user <id>', 'whose deliveries')
    .option('--limit <n>', 'deliveries, at most 10,000', atMost(10_000), 50)
    .action(async ({ user, limit }: { user: string; limit: number }) => {
      const { UsersService } = await import('@app/auth/services');
      const { DeliveriesService } = await import('@app/webhooks');
      const app = await audited(context, async (all) => [...(await outbox(all)), (await import('@app/auth/services')).AuthModule]);
      await app.get(UsersService).find(user);
      context.answer({ deliveries: (await app.get(DeliveriesService).latestForOperator(user, limit)).map(shown) });
    });
  delivery
    .command('redeliver')
    .argument('<id>', 'the delivery’s id')
    .description('send the event of a finished delivery again, as a new delivery')
    .action(async (id: string) => {
      const { DeliveriesService } = await import('@app/webhooks');
      const deliveries = (await context.start(outbox)).get(DeliveriesService); // writes the audit entry;
      const { id: copy, eventId, status, attempts } = await deliveries.redeliverAsOperator(id);
      context.answer({ id: copy, event_id: eventId, status, attempts });
    });
  program
    .command('secrets')
    .description('what is encrypted at rest')
    .command('reseal')
    .description('encrypt with ENCRYPTION_KEY what one of ENCRYPTION_PREVIOUS_KEYS has encrypted')
    .action(async () => {
      const { Secrets } = await import('@app/webhooks');
      context.answer(await (await audited(context, outbox)).get(Secrets).reseal());
    });
}

function shown({ id, eventId, eventType, status, attempts, outcome, createdAt, deliveredAt }: DeliverySummary): object {
  return {
    id,
    event_id: eventId,
    event_type: eventType,
    status,
    attempts,
    outcome,
    created_at: createdAt,
    delivered_at: deliveredAt,
  };
}
