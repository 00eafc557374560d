import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { CertificateAuthority, type Issued } from '@app/certificates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Receiver, type Report } from './receiver.ts';

const HOST = 'hooks.example.com';
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [secret, renewed] = [newSecret(), newSecret()];

let certificate: Issued;
let agent: Agent;
let receiver: Receiver;
let told: Report[];

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  certificate = await authority.issue({ names: [HOST] });
  agent = new Agent({ ca: authority.pem, servername: HOST });
});
afterAll(() => agent.destroy());
beforeEach(async () => {
  told = [];
  receiver = await Receiver.listen({ port: 0, certificate, tell: (report) => told.push(report) });
});
afterEach(() => receiver.close());

const event = (type: string, data: object = {}) => ({ id: randomUUID(), type, createdAt: new Date().toISOString(), data });
const challenge = () => event('webhook.verification', { challenge: 'c' });

/** Posts an event, signed as the service does. */
async function post(body: { id: string } | string, key = secret): Promise<{ status: number; json: unknown }> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const [id, at] = [typeof body === 'string' ? 'none' : body.id, new Date()];
  const timestamp = Math.floor(at.getTime() / 1000);
  const headers = {
    'X-SERVICE-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp }),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': new Webhook(key).sign(id, at, payload),
  };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: receiver.port, path: '/hook', method: 'POST', headers, agent })
      .on('response', (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, json: JSON.parse(answer) }), reject);
      })
      .on('error', reject)
      .end(payload);
  });
}

describe('without a secret', () => {
  it('a receiver without a secret answers the challenge, and says that nothing is verified', async () => {
    const sent = challenge();
    expect(await post(sent)).toEqual({ status: 200, json: { challenge: 'c' } });
    expect(told).toEqual([
      { received_at: expect.stringMatching(/Z$/), path: '/hook', verified: false, because: 'not verified: no secret', duplicate: false, answered: 200, event: sent }, // prettier-ignore
    ]);
  });

  it('a receiver without a secret verifies what came once it has one, also after a wrong one', async () => {
    const sent = challenge();
    await post(sent);
    told.length = 0;
    receiver.use(newSecret());
    receiver.use(secret);
    receiver.use(secret);
    expect(told.map(({ verified, because }) => [verified, because])).toEqual([
      [false, 'X-SERVICE-Signature: wrong, webhook-signature: wrong'],
      [true, null],
    ]);
  });
});

describe('with a secret', () => {
  beforeEach(() => receiver.use(secret));

  it('a receiver with a secret verifies, and tells a duplicate by its id', async () => {
    const sent = event('video_quota.low');
    expect([(await post(sent)).status, (await post(sent)).status]).toEqual([200, 200]);
    expect(told.map(({ verified, duplicate }) => [verified, duplicate])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('a receiver with a secret refuses what another secret has signed, and what is no notification', async () => {
    expect((await post(event('video_quota.low'), renewed)).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect(told.map(({ verified, answered }) => [verified, answered])).toEqual([[false, 400], [true, 400], [true, 400]]); // prettier-ignore
  });

  it('a receiver answers the challenge of a new registration before its secret is entered, and verifies it then', async () => {
    expect((await post(challenge(), renewed)).status).toBe(200);
    receiver.use(renewed);
    expect(told.map(({ verified }) => verified)).toEqual([false, true]);
  });
});

it('the receiver never tells the secret', async () => {
  receiver.use(secret);
  await post(challenge());
  await post(event('video_quota.low'), renewed);
  expect(JSON.stringify(told)).not.toContain('whsec_');
});
