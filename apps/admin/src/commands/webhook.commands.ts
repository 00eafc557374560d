import type { Command } from 'commander';
import type { CommandContext, ModuleLoader } from '../context.js';
import { queueModules } from '../queues.js';

const outbox: ModuleLoader = async (environment) => [...(await queueModules(environment)), (await import('@app/webhooks')).WebhooksModule];

export function addWebhookCommands(program: Command, { services, answer }: CommandContext): void {
  program
    .command('delivery')
    .description('webhook deliveries')
    .command('redeliver')
    .argument('<id>', 'the delivery’s id')
    .description('send the event of a finished delivery again, as a new delivery')
    .action(async (id: string) => {
      const { DeliveriesService } = await import('@app/webhooks');
      const deliveries = (await services(outbox)).get(DeliveriesService);
      const { id: copy, eventId, status, attempts } = await deliveries.redeliverAsOperator(id);
      answer({ id: copy, event_id: eventId, status, attempts });
    });
  program
    .command('secrets')
    .description('what is encrypted at rest')
    .command('reseal')
    .description('encrypt with ENCRYPTION_KEY what one of ENCRYPTION_PREVIOUS_KEYS has encrypted')
    .action(async () => {
      const { EndpointsService } = await import('@app/webhooks');
      answer(await (await services(outbox)).get(EndpointsService).reseal());
    });
}
