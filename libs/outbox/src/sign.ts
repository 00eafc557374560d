import { createHmac, randomBytes } from 'node:crypto';

/** `whsec_` and 32 random bytes in base64 (decisions 6.1). */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

const PREFIX = 'whsec_';

/** Headers that sign one attempt. */
type Signature = {
  readonly 'X-SERVICE-Signature': string;
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/**
 * Signs one attempt twice: as spec 6.4 and 6.5 have it (Stripe's scheme, keyed with the whole secret as it stands), and after
 * Standard Webhooks (keyed with the bytes behind the prefix, over id, time and body). The time is that of the attempt.
 *
 * @param body the exact bytes that are sent
 */
export function sign({ secret, eventId, body, at }: { secret: string; eventId: string; body: string; at: Date }): Signature {
  const t = String(Math.floor(at.getTime() / 1000));
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const standardKey = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${eventId}.${t}.${body}`).digest('base64');
  return {
    'X-SERVICE-Signature': `t=${t},v1=${v1}`,
    'webhook-id': eventId,
    'webhook-timestamp': t,
    'webhook-signature': `v1,${standard}`,
  };
}
