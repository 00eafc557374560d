import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { webhooks, type SignatureFault, type WebhookSignatureError } from './index.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = new Date('2026-11-21T09:04:00Z');
const event = {
  id: '01a1fd59-240f-739d-bb9f-fb6f2a6c4267',
  type: 'video_quota.low',
  createdAt: '2026-11-21T09:04:00.015Z',
  data: { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 },
};
const body = JSON.stringify(event);

function service(key = secret, at = now, text = body): string {
  const t = at.getTime() / 1000;
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${text}`).digest('hex')}`;
}

function standard(key = secret, at = now): Record<string, string> {
  const t = at.getTime() / 1000;
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', bytes).update(`${event.id}.${t}.${body}`).digest('base64');
  return { 'webhook-id': event.id, 'webhook-timestamp': String(t), 'webhook-signature': `v1,${signature}` };
}

async function codeOf(headers: Record<string, string>, rawBody = body): Promise<SignatureFault | 'none'> {
  return webhooks.verify(rawBody, headers, secret, { now }).then(
    () => 'none',
    (thrown: unknown) => (thrown as WebhookSignatureError).code,
  );
}

describe('webhooks.verify', () => {
  it.each([
    ['text', body],
    ['bytes', Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('webhooks.verify reads a notification whose raw body is %s', async (_, rawBody) => {
    await expect(webhooks.verify(rawBody, { 'x-service-signature': service() }, secret, { now })).resolves.toEqual(event);
  });

  it('webhooks.verify takes the headers of Standard Webhooks, and a Headers object', async () => {
    await expect(webhooks.verify(body, standard(), secret, { now })).resolves.toEqual(event);
    await expect(webhooks.verify(body, new Headers({ 'X-SERVICE-Signature': service() }), secret, { now })).resolves.toEqual(event);
  });

  it('webhooks.verify takes headers as an object whose names are in any case, as Object.fromEntries makes it', async () => {
    const headers = new Headers({ 'X-SERVICE-Signature': service() });
    await expect(webhooks.verify(body, Object.fromEntries(headers), secret, { now })).resolves.toEqual(event);
    await expect(webhooks.verify(body, { 'X-SERVICE-Signature': service() }, secret, { now })).resolves.toEqual(event);
  });

  it('webhooks.verify accepts several signatures and several secrets when one pair matches', async () => {
    const [time, v1] = service().split(',');
    const several = `${time},${service(other).split(',')[1]},${v1}`;
    await expect(webhooks.verify(body, { 'x-service-signature': several }, secret, { now })).resolves.toEqual(event);
    await expect(webhooks.verify(body, { 'x-service-signature': service() }, [other, secret], { now })).resolves.toEqual(event);
    const headers = standard();
    headers['webhook-signature'] = `v1a,AAAA ${standard(other)['webhook-signature']} ${headers['webhook-signature']}`;
    await expect(webhooks.verify(body, headers, secret, { now })).resolves.toEqual(event);
  });

  it('webhooks.verify agrees with npm stripe about what is signed', async () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now.getTime() / 1000 });
    await expect(webhooks.verify(body, { 'x-service-signature': header }, secret, { now })).resolves.toEqual(event);
  });

  it.each([
    ['without a signature', {}, body, 'missing_header'],
    ['with a header of another form', { 'x-service-signature': 'v1=00' }, body, 'malformed_header'],
    ['with a time that is no number', { 'x-service-signature': service().replace('t=1', 't=x') }, body, 'malformed_header'],
    ['signed with another secret', { 'x-service-signature': service(other) }, body, 'wrong_signature'],
    ['whose body was changed', { 'x-service-signature': service() }, body.replace('950', '951'), 'wrong_signature'],
    ['whose standard signature is another', standard(other), body, 'wrong_signature'],
    ['that is too old', { 'x-service-signature': service(secret, new Date(now.getTime() - 301_000)) }, body, 'outside_tolerance'],
    ['from the future', { 'x-service-signature': service(secret, new Date(now.getTime() + 301_000)) }, body, 'outside_tolerance'],
    ['that is signed and no JSON', { 'x-service-signature': service(secret, now, 'x') }, 'x', 'not_json'],
  ] as const)('webhooks.verify refuses a request %s', async (_, headers, rawBody, code) => {
    expect(await codeOf(headers, rawBody)).toBe(code);
  });

  it('webhooks.verify refuses an empty secret, with which every attacker could sign', async () => {
    await expect(webhooks.verify(body, { 'x-service-signature': service('') }, '', { now })).rejects.toThrow(TypeError);
    await expect(webhooks.verify(body, { 'x-service-signature': service('') }, [], { now })).rejects.toThrow(TypeError);
  });
});
