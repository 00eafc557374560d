import type { components } from '@app/client';
import type { Command } from 'commander';
import { listing, type Context } from '../context.js';
import { command, several } from '../program/options.js';
import { counted } from '../terminal.js';

const DELIVERY = '01a1fd6b-88f0-7c2a-8b34-0d9e4c1a7f52';

export function addWebhook(program: Command, context: Context): void {
  const webhook = command(program, 'webhook', 'the destination of notifications', 'podcast webhook show');
  const setting = 'podcast webhook set https://hooks.example.com/podcasts';
  command(webhook, 'set <url>', 'register the destination; an earlier one is replaced', setting).action((url: string) =>
    context.tell(
      (api) => api.PUT('/api/v1/video-webhook', { body: { url } }),
      ({ data: { endpoint, signing_secret } }) => `registered: ${endpoint.url}\nsigning secret, shown this once: ${signing_secret}\n`,
    ),
  );
  command(webhook, 'show', 'show the destination and whether it is verified', 'podcast webhook show').action(() =>
    context.tell(
      (api) => api.GET('/api/v1/video-webhook'),
      ({ data }) => {
        if (data === null) return 'No destination is registered.\n';
        return `${data.url}: ${data.active ? `active since ${data.verified_at}` : 'not verified yet'}\n`;
      },
    ),
  );
  const latest = 'list the latest deliveries, or show one with all of its attempts';
  command(webhook, 'deliveries [delivery]', latest, `podcast webhook deliveries ${DELIVERY}`).action((id?: string) =>
    id === undefined ? showDeliveries(context) : showDelivery(context, id),
  );
  const again = 'send the event of a finished delivery once more';
  command(webhook, 'redeliver <delivery>', again, `podcast webhook redeliver ${DELIVERY}`).action((delivery: string) =>
    context.tell(
      (api) => api.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery } } }),
      ({ data: { id, status } }) => `${id}: ${status}\n`,
    ),
  );
  const missed = 'send every event once more that no destination has received';
  command(webhook, 'replay', missed, 'podcast webhook replay --since 2026-11-21T09:00:00Z')
    .requiredOption('--since <time>', 'the earliest event, a time with its offset (required)')
    .option('--type <types>', 'only events of these types, separated by commas', several)
    .action(({ since, type: types }: ReplayOptions) =>
      context.tell(
        (api) => api.POST('/api/v1/video-webhook/replay', { body: { since, types } }),
        ({ data }) => `${counted(data.count, 'event')} will be sent again, at most ten a second\n`,
      ),
    );
}

type ReplayOptions = { readonly since: string; readonly type?: readonly ReplayType[] };
type ReplayType = NonNullable<components['schemas']['ReplayWebhook']['types']>[number];

const DELIVERIES = {
  heading: ['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'CREATED'],
  row: (one: components['schemas']['DeliveryResponse']) => [one.id, one.event_type, one.status, String(one.attempts), one.created_at],
  empty: 'No deliveries.',
};

function showDeliveries(context: Context): Promise<void> {
  return context.tell(
    (api) => api.GET('/api/v1/video-webhook/deliveries'),
    ({ data }) => listing(DELIVERIES, data),
  );
}

const ATTEMPTS = {
  heading: ['#', 'STARTED', 'TOOK', 'OUTCOME'],
  row: (one: components['schemas']['AttemptResponse']) => [String(one.number), one.started_at, `${one.duration_ms} ms`, one.outcome],
  empty: 'No attempts yet.',
};

/** `webhook deliveries ID`: every attempt, and what came of it. */
function showDelivery(context: Context, delivery: string): Promise<void> {
  return context.tell(
    (api) => api.GET('/api/v1/video-webhook/deliveries/{delivery}', { params: { path: { delivery } } }),
    ({ data: { event_type, status, url, attempt_log, next_attempt_at } }) => {
      const next = next_attempt_at ? `next attempt: ${next_attempt_at}\n` : '';
      return `${event_type} to ${url}: ${status}\n${listing(ATTEMPTS, attempt_log)}${next}`;
    },
  );
}
