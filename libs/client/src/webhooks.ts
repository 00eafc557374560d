import type { components } from './schema.js';

/** A notification, by its `type`. New types may come: ignore those that you do not know. */
export type WebhookEvent = components['schemas']['WebhookEvent'];

export type SignatureFault = 'missing_header' | 'malformed_header' | 'wrong_signature' | 'outside_tolerance' | 'not_json';

/** A request that the API did not sign, or that was recorded and sent again later. Answer it with a 4xx status. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';

  constructor(
    readonly code: SignatureFault,
    message: string,
  ) {
    super(message);
  }
}

export type VerifyOptions = {
  /** Seconds by which the signature's time may differ from ours; default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
};

type Headers = Readonly<Record<string, string | readonly string[] | undefined>> | { readonly get: (name: string) => string | null };
type Key = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;
/** A time, the bytes that were signed and the signatures, one of which must be right. */
type Claim = { readonly time: string; readonly signed: Uint8Array<ArrayBuffer>; readonly signatures: readonly Uint8Array<ArrayBuffer>[] };

const encoder = new TextEncoder();

/**
 * Verifies a notification and reads it.
 *
 * @param rawBody the body as it came, before any JSON parser
 * @param headers those of the request: a `Headers`, or an object of names, in any case, and values
 * @param secret the signing secret; several while one replaces another
 * @throws WebhookSignatureError
 */
async function verify(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: Headers,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('The signing secret is empty.');
  const usesService = headerOf(headers, 'x-service-signature') !== undefined;
  const claim = usesService ? serviceClaim(headers, body) : standardClaim(headers, body);
  const keys = await Promise.all(secrets.map((one) => importKey(usesService ? encoder.encode(one) : decodeSecret(one))));
  if (!(await matches(keys, claim))) throw fault('wrong_signature', 'The signature is not one of this body and secret.');
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(claim.time)) > toleranceSeconds)
    throw fault('outside_tolerance', `The signature's time differs from ours by more than ${toleranceSeconds} seconds.`);
  return parse(body);
}

export const webhooks = { verify };

/** Compares each signature with each key, so that the time taken does not tell which one matched. */
async function matches(keys: readonly Key[], { signed, signatures }: Claim): Promise<boolean> {
  const verdicts = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => globalThis.crypto.subtle.verify('HMAC', key, signature, signed))),
  );
  return verdicts.includes(true);
}

/** `X-SERVICE-Signature: t=…,v1=…`, with one or several `v1`. */
function serviceClaim(headers: Headers, body: Uint8Array): Claim {
  const parts = (headerOf(headers, 'x-service-signature') ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [fromHex(value ?? '')] : []));
  return judged({ time, signed: join(`${time}.`, body), signatures });
}

/** Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`: a list of `v1,…` with spaces. */
function standardClaim(headers: Headers, body: Uint8Array): Claim {
  const [id, time, listed] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (id === undefined || time === undefined || listed === undefined)
    throw fault('missing_header', 'The request has neither X-SERVICE-Signature nor the headers of Standard Webhooks.');
  const signatures = listed.split(' ').flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []));
  return judged({ time, signed: join(`${id}.${time}.`, body), signatures: signatures.filter(({ length }) => length > 0) });
}

function judged(claim: Claim): Claim {
  if (!/^\d{1,12}$/.test(claim.time) || claim.signatures.length === 0)
    throw fault('malformed_header', 'The signature header has no time or no v1 signature.');
  return claim;
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<Key> {
  return globalThis.crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The key of Standard Webhooks: the bytes behind the prefix. */
function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new TypeError('The signing secret is not whsec_ and base64.');
  return bytes;
}

function headerOf(headers: Headers, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const pairs = Object.entries(headers as Readonly<Record<string, string | readonly string[] | undefined>>);
  const [, found] = pairs.find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof found === 'object' ? found.join(', ') : found;
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw fault('not_json', 'The body is signed, but it is not JSON.');
  }
}

function join(text: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = encoder.encode(text);
  const joined = new Uint8Array(prefix.length + body.length);
  joined.set(prefix);
  joined.set(body, prefix.length);
  return joined;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** No bytes when the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function fault(code: SignatureFault, message: string): WebhookSignatureError {
  return new WebhookSignatureError(code, message);
}
