import { createHmac, randomBytes } from 'node:crypto';
import type { EventData, EventType } from './event-types.js';

export const VERIFICATION = 'webhook.verification' satisfies EventType;

/** A change that its user is told of, and the podcast that it concerns. */
export type NewEvent<T extends EventType = EventType> = {
  readonly [K in T]: { readonly userId: string; readonly podcastId: string | null; readonly type: K; readonly data: EventData<K> };
}[T];

/** The text that is stored, signed and sent, the same in every attempt (contract 6.1, 6.8). */
export function eventBody<T extends EventType>(event: { id: string; type: T; createdAt: Date; data: EventData<T> }): string {
  const { id, type, createdAt, data } = event;
  return JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data });
}

const SECRET_PREFIX = 'whsec_';

/** `whsec_` and 32 random bytes in base64 (contract 6.1). */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** Headers that sign one attempt. */
type Signature = {
  readonly 'X-SERVICE-Signature': string;
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/**
 * Signs one attempt twice: as contract 6.1 has it (Stripe's scheme, keyed with the whole secret as it stands), and
 * after Standard Webhooks (keyed with the bytes behind the prefix, over id, time and body). The time is that of the
 * attempt.
 *
 * @param body the exact bytes that are sent
 */
export function sign({ secret, eventId, body, at }: { secret: string; eventId: string; body: string; at: Date }): Signature {
  const t = String(Math.floor(at.getTime() / 1000));
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  // A key as a Buffer would take Node five times as long.
  const standard = createHmac('sha256', secret.slice(SECRET_PREFIX.length), { encoding: 'base64' })
    .update(`${eventId}.${t}.${body}`)
    .digest('base64');
  return {
    'X-SERVICE-Signature': `t=${t},v1=${v1}`,
    'webhook-id': eventId,
    'webhook-timestamp': t,
    'webhook-signature': `v1,${standard}`,
  };
}
