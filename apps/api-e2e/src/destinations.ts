import { createClient, type Client } from '@app/client';
import { until } from '@app/process/testing/until';
import type { Stack } from './stack.js';

export const WEBHOOK = '/api/v1/video-webhook';

/** A user with a destination of its own. */
export type Destination = { readonly userId: string; readonly token: string; readonly client: Client; readonly path: string };

/** So many users, each with an allowance of 1,000 seconds and an active destination `https://{host}/{number}`. */
export async function destinations(
  stack: Stack,
  { baseUrl, host, count }: { baseUrl: string; host: string; count: number },
): Promise<Destination[]> {
  const keys = Array.from({ length: count }, (_, number) => `u${number}`);
  const { users, tokens } = await stack.load({
    users: keys.map((key) => ({ key, name: key, available_seconds: 1000, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
  });
  const all = keys.map((key, number) => {
    const token = tokens[key] ?? '';
    return { userId: users[key] ?? '', token, client: createClient({ baseUrl, token }), path: `/${number}` };
  });
  await inTurns(all, ({ client, path }) => client.PUT(WEBHOOK, { body: { url: `https://${host}${path}` } }));
  await until(async () => {
    const [row] = await stack.query<{ pending: number }>(
      `SELECT count(*)::int AS pending FROM webhook_endpoints WHERE verified_at IS NULL`,
    );
    return row?.pending === 0;
  });
  return all;
}

/** A few at a time. */
export async function inTurns<T>(all: readonly T[], each: (one: T) => Promise<unknown>): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of rest) await each(one);
    }),
  );
}

/** Queues deliveries as a publishing feature does, so many for each user. */
export async function enqueue(stack: Stack, userIds: readonly string[], each: number): Promise<void> {
  await stack.query(ENQUEUE, [userIds, each]);
}

/** `$1` users, `$2` for each; returns the ids of the events. Ids of deliveries are UUIDv7. */
export const ENQUEUE = `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
 SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || left(md5(n.event_id::text), 3)
          || '8' || right(md5(n.event_id::text), 15))::uuid, e.user_id, e.id, n.event_id, 'video_quota.low',
        json_build_object('id', n.event_id, 'type', 'video_quota.low', 'createdAt', now(), 'data', json_build_object())::text, now()
   FROM webhook_endpoints e,
        LATERAL (SELECT gen_random_uuid() AS event_id FROM generate_series(1, $2::int) WHERE e.id IS NOT NULL) n
  WHERE e.user_id = ANY ($1::uuid[])
RETURNING event_id AS id`;
