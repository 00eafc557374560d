import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { newSigningSecret, sign } from './events.js';

const at = new Date('2026-11-21T08:00:00.999Z');
const eventId = '01a1fc4b-8e85-72bc-87b6-49659652e670';
const body = '{"id":"1","data":{"title":"Grüße 😀"}}';

describe('a signature (contract 6.1)', () => {
  const secret = newSigningSecret();

  it('a signature is the lower-case hexadecimal HMAC-SHA256 over time, dot and body, keyed with the whole secret', () => {
    const expected = createHmac('sha256', secret).update(`1795248000.${body}`).digest('hex');
    expect(sign({ secret, eventId, body, at })['X-SERVICE-Signature']).toBe(`t=1795248000,v1=${expected}`);
  });

  it('a signature is that of a known vector', () => {
    const headers = sign({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: new Date(1_614_265_330_000) }); // prettier-ignore
    // The vector of the Standard Webhooks specification.
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('a signature is accepted by npm stripe and npm standardwebhooks, and not for another body, time or secret', () => {
    const headers = { ...sign({ secret, eventId, body, at: new Date() }) };
    const stripe = (text: string, header: string, key: string) => Stripe.webhooks.constructEvent(text, header, key) as unknown;
    expect(stripe(body, headers['X-SERVICE-Signature'], secret)).toEqual(JSON.parse(body));
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const old = { ...sign({ secret, eventId, body, at: new Date(Date.now() - 600_000) }) };
    for (const [text, signed, key] of [[`${body} `, headers, secret], [body, headers, newSigningSecret()], [body, old, secret]] as const) {
      expect(() => stripe(text, signed['X-SERVICE-Signature'], key)).toThrow();
      expect(() => new Webhook(key).verify(text, signed)).toThrow();
    } // prettier-ignore
  });
});

it('a signing secret is whsec_ and 32 random bytes in base64', () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSigningSecret));
  expect(secrets.size).toBe(1000);
  for (const secret of secrets) expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
});
