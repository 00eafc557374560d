import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { judgeServiceSignature, judgeStandardWebhook, signingSecretIn, type SignedRequest } from './signatures.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const at = new Date('2026-11-21T08:00:00.400Z');
const text = '{"id":"1","data":{"title":"Grüße 😀"}}';
const id = '01a1fc4b-8e85-72bc-87b6-49659652e670';

/** A request as npm stripe and npm standardwebhooks sign it. */
function signed({ time = at, with: key = secret } = {}): SignedRequest {
  const timestamp = Math.floor(time.getTime() / 1000);
  const headers = {
    'x-service-signature': Stripe.webhooks.generateTestHeaderString({ payload: text, secret: key, timestamp }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': new Webhook(key).sign(id, time, text),
  };
  return { headers, body: Buffer.from(text), at };
}

const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);
const without = (name: string) => ({ ...signed(), headers: { ...signed().headers, [name]: undefined } });
const having = (name: string, value: string) => ({ ...signed(), headers: { ...signed().headers, [name]: value } });

describe.each([
  ['X-SERVICE-Signature', judgeServiceSignature, 'x-service-signature'],
  ['webhook-signature', judgeStandardWebhook, 'webhook-signature'],
] as const)('%s', (_, judge, header) => {
  it.each([
    ['valid', 'as it was signed', signed()],
    ['valid', '300 s old', signed({ time: ago(300) })],
    ['valid', 'of a clock that is ahead', signed({ time: ago(-300) })],
    ['outside_tolerance', '301 s old', signed({ time: ago(301) })],
    ['outside_tolerance', 'of the future', signed({ time: ago(-301) })],
    ['wrong', 'of another secret', signed({ with: newSecret() })],
    ['wrong', 'of other bytes for the same JSON', { ...signed(), body: Buffer.from(JSON.stringify(JSON.parse(text), null, 1)) }],
    ['wrong', 'of another key and old', signed({ with: newSecret(), time: ago(600) })],
    ['missing', 'left out', without(header)],
    ['malformed', 'no signature at all', having(header, 'hello')],
  ])('a notification is %s: %s', (verdict, _name, request) => {
    expect(judge(request, secret)).toBe(verdict);
  });
});

it('a Standard Webhooks signature counts when any of several is right, and for its id alone', () => {
  const several = having('webhook-signature', `v1a,x v1,AAAA ${String(signed().headers['webhook-signature'])}`);
  expect(judgeStandardWebhook(several, secret)).toBe('valid');
  expect(judgeStandardWebhook(having('webhook-id', 'another'), secret)).toBe('wrong');
});

it('a signing secret is found in the whole answer of a registration', () => {
  expect(signingSecretIn(JSON.stringify({ data: { endpoint: {}, signing_secret: secret } }))).toBe(secret);
  expect([signingSecretIn('whsec_short'), signingSecretIn('')]).toEqual([undefined, undefined]);
});
