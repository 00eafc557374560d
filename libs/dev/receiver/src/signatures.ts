import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Seconds by which the time of a signature may differ from ours (contract 6.1). */
const TOLERANCE_SECONDS = 300;

/** `whsec_` and 32 bytes in base64 (contract 6.1). */
const SIGNING_SECRET = /whsec_[A-Za-z0-9+/]{43}=/;

/** A request as it came. */
export type SignedRequest = {
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes. */
  readonly body: Buffer;
  readonly at: Date;
};

type Verdict = 'valid' | 'missing' | 'malformed' | 'outside_tolerance' | 'wrong';

/** The signing secret somewhere in a text, such as the whole answer of a registration. */
export function signingSecretIn(text: string): string | undefined {
  return SIGNING_SECRET.exec(text)?.[0];
}

/** `X-SERVICE-Signature: t=…,v1=…`: HMAC-SHA256 over time, dot and body, keyed with the whole secret (contract 6.1). */
export function judgeServiceSignature({ headers, body, at }: SignedRequest, secret: string): Verdict {
  const header = headers['x-service-signature'];
  if (header === undefined) return 'missing';
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  if (time === undefined || signature === undefined) return 'malformed';
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return judge({ time, at, expected, signatures: [Buffer.from(signature, 'hex')] });
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body, keyed with the secret's bytes; any `v1` will do. */
export function judgeStandardWebhook({ headers, body, at }: SignedRequest, secret: string): Verdict {
  const [id, time, listed] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]?.toString());
  if (id === undefined || time === undefined || listed === undefined) return 'missing';
  const signatures = listed.split(' ').filter((one) => one.startsWith('v1,'));
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) return 'malformed';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  return judge({ time, at, expected, signatures: signatures.map((one) => Buffer.from(one.slice('v1,'.length), 'base64')) });
}

type Judged = { readonly time: string; readonly at: Date; readonly expected: Buffer; readonly signatures: readonly Buffer[] };

function judge({ time, at, expected, signatures }: Judged): Verdict {
  if (!signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) return 'wrong';
  return Math.abs(Math.floor(at.getTime() / 1000) - Number(time)) > TOLERANCE_SECONDS ? 'outside_tolerance' : 'valid';
}
