import type { components } from '@app/client';
import { listing, type Context } from '../context.js';
import { counted } from '../terminal.js';

/** `webhook set`: registers the destination. The secret is shown this once. */
export async function set(context: Context, url: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.PUT('/api/v1/video-webhook', { body: { url } });
  context.answer(data, () => `registered: ${data.data.endpoint.url}\nsigning secret, shown this once: ${data.data.signing_secret}\n`);
}

export async function show(context: Context): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/video-webhook');
  context.answer(data, () => {
    if (data.data === null) return 'No destination is registered.\n';
    const { url, active, verified_at } = data.data;
    return `${url}: ${active ? `active since ${verified_at}` : 'not verified yet'}\n`;
  });
}

export async function deliveries(context: Context): Promise<void> {
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
export async function delivery(context: Context, id: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.GET('/api/v1/video-webhook/deliveries/{delivery}', { params: { path: { delivery: id } } });
  context.answer(data, () => {
    const { event_type, status, url, attempt_log, next_attempt_at } = data.data;
    const rows = attempt_log.map((attempt) => [String(attempt.number), attempt.started_at, `${attempt.duration_ms} ms`, attempt.outcome]);
    const next = next_attempt_at ? `next attempt: ${next_attempt_at}\n` : '';
    return `${event_type} to ${url}: ${status}\n${listing(['#', 'STARTED', 'TOOK', 'OUTCOME'], rows, 'No attempts yet.')}${next}`;
  });
}

export async function redeliver(context: Context, id: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.POST('/api/v1/video-webhook/deliveries/{delivery}/redeliver', { params: { path: { delivery: id } } });
  context.answer(data, () => `${data.data.id}: ${data.data.status}\n`);
}

export type ReplayOptions = { readonly since: string; readonly type?: readonly ReplayType[] };
type ReplayType = NonNullable<components['schemas']['ReplayWebhook']['types']>[number];

/** `webhook replay`: has every event since a time that no destination has received sent once more. */
export async function replay(context: Context, { since, type: types }: ReplayOptions): Promise<void> {
  const client = await context.client();
  const { data } = await client.POST('/api/v1/video-webhook/replay', { body: { since, types } });
  context.answer(data, () => `${counted(data.data.count, 'event')} will be sent again, at most ten a second\n`);
}
