import type { components } from '@app/client';
import type { Command } from 'commander';
import { listing, type Context } from '../context.js';
import { command, several } from '../program/options.js';
import { counted } from '../terminal.js';

const DELIVERY = '01a1fd6b-88f0-7c2a-8b34-0d9e4c1a7f52';

export function addWebhook(program: Command, context: Context): void {
  const webhook = command(program, 'webhook', 'the destination of notifications', 'podcast webhook show');
  const setting = 'podcast webhook set https://hooks.example.com/podcasts';
  command(webhook, 'set <url>', 'register the destination; an earlier one is replaced', setting).action((url: string) => set(context, url));
  command(webhook, 'show', 'show the destination and whether it is verified', 'podcast webhook show').action(() => show(context));
  const latest = 'list the latest deliveries, or show one with all of its attempts';
  command(webhook, 'deliveries [delivery]', latest, `podcast webhook deliveries ${DELIVERY}`).action((id?: string) =>
    id === undefined ? deliveries(context) : delivery(context, id),
  );
  const again = 'send the event of a finished delivery once more';
  command(webhook, 'redeliver <delivery>', again, `podcast webhook redeliver ${DELIVERY}`).action((id: string) => redeliver(context, id));
  const missed = 'send every event once more that no destination has received';
  command(webhook, 'replay', missed, 'podcast webhook replay --since 2026-11-21T09:00:00Z')
    .requiredOption('--since <time>', 'the earliest event, a time with its offset (required)')
    .option('--type <types>', 'only events of these types, separated by commas', several)
    .action((options: ReplayOptions) => replay(context, options));
}

/** `webhook set`: registers the destination. The secret is shown this once. */
async function set(context: Context, url: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.PUT('/api/v1/video-webhook', { body: { url } });
  context.answer(data, () => `registered: ${data.data.endpoint.url}\nsigning secret, shown this once: ${data.data.signing_secret}\n`);
}

async function show(context: Context): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/video-webhook');
  context.answer(data, () => {
    if (data.data === null) return 'No destination is registered.\n';
    const { url, active, verified_at } = data.data;
    return `${url}: ${active ? `active since ${verified_at}` : 'not verified yet'}\n`;
  });
}

async function deliveries(context: Context): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/video-webhook/deliveries');
  context.answer(data, () => {
    const rows = data.data.map(({ id, event_type, status, attempts, created_at }) => [
      id,
      event_type,
      status,
      String(attempts),
      created_at,
    ]);
    return listing(['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'CREATED'], rows, 'No deliveries.');
  });
}

/** `webhook deliveries ID`: every attempt, and what came of it. */
async function delivery(context: Context, id: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/video-webhook/deliveries/{delivery}', { params: { path: { delivery: id } } });
  context.answer(data, () => {
    const { event_type, status, url, attempt_log, next_attempt_at } = data.data;
    const rows = attempt_log.map((attempt) => [String(attempt.number), attempt.started_at, `${attempt.duration_ms} ms`, attempt.outcome]);
    const next = next_attempt_at ? `next attempt: ${next_attempt_at}\n` : '';
    return `${event_type} to ${url}: ${status}\n${listing(['#', 'STARTED', 'TOOK', 'OUTCOME'], rows, 'No attempts yet.')}${next}`;
  });
}

async function redeliver(context: Context, id: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery: id } } });
  context.answer(data, () => `${data.data.id}: ${data.data.status}\n`);
}

type ReplayOptions = { readonly since: string; readonly type?: readonly ReplayType[] };
type ReplayType = NonNullable<components['schemas']['ReplayWebhook']['types']>[number];

/** `webhook replay`: has every event since a time that no destination has received sent once more. */
async function replay(context: Context, { since, type: types }: ReplayOptions): Promise<void> {
  const client = await context.client();
  const { data } = await client.POST('/api/v1/video-webhook/replay', { body: { since, types } });
  context.answer(data, () => `${counted(data.data.count, 'event')} will be sent again, at most ten a second\n`);
}
