import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type Client } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Receiver, type Received } from '../receiver.js';
import { Stack, type Running } from '../stack.js';

// ENCRYPTION_KEY is replaced while destinations are registered (contract 1.6; docs/operations.md, "Replacing the
// encryption key").

const HOST = 'hooks.example.com';
const WEBHOOK = '/api/v1/video-webhook';
const key = () => randomBytes(32).toString('base64');
const [first, second] = [key(), key()];

let stack: Stack;
let receiver: Receiver;
let ca: string;

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  stack = await Stack.create({
    ENCRYPTION_KEY: first,
    WEBHOOK_RETRY_DELAYS: '2,2,2,2,2',
    QUOTA_CHECK_CRON: '* * * * * *',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
  });
  ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

type Processes = { readonly client: Client; readonly worker: Running; readonly stop: () => Promise<unknown> };

/** Api and worker with these keys. */
async function start(token: string, keys: { ENCRYPTION_KEY: string; ENCRYPTION_PREVIOUS_KEYS?: string }): Promise<Processes> {
  const [api, worker] = await Promise.all([stack.start('api', keys), stack.start('worker', { ...keys, NODE_EXTRA_CA_CERTS: ca })]);
  return { client: createClient({ baseUrl: api.baseUrl, token }), worker, stop: () => Promise.all([api.stop(), worker.stop()]) };
}

async function registered(client: Client): Promise<string> {
  const { data } = await client.PUT(WEBHOOK, { body: { url: `https://${HOST}/` } });
  await until(async () => (await client.GET(WEBHOOK)).data.data?.active);
  return data.data.signing_secret;
}

const latestDelivery = async (client: Client) => (await client.GET(`${WEBHOOK}/deliveries`)).data.data[0];

function expectSigned({ body, headers }: Received, secret: string): void {
  const event = Stripe.webhooks.constructEvent(body, String(headers['x-service-signature']), secret);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
}

it('a delivery is signed with the same secret after the key was replaced, and loses nothing while the old key is not known', async () => {
  const { users, tokens } = await stack.load({
    users: [{ key: 'u', name: 'U', available_seconds: 1000, tokens: [{ key: 't', permissions: ['read', 'update'] }] }],
  });
  const token = tokens['t'] ?? '';
  /** Puts the usage on a level that the next check finds low, as if it had been below before. */
  const use = (seconds: number) =>
    stack.query(
      `INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET used_seconds = $2, low_since = NULL`,
      [users['u'], seconds],
    );
  const before = await start(token, { ENCRYPTION_KEY: first });
  const secret = await registered(before.client);
  await before.stop();

  // The old key is forgotten: the attempt cannot be made, does not count, and is made again.
  const forgetful = await start(token, { ENCRYPTION_KEY: second });
  await use(950);
  await until(() => forgetful.worker.output().includes('an attempt could not be made'));
  const [line] = forgetful.worker
    .output()
    .split('\n')
    .filter((one) => one.includes('an attempt could not be made'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    err: {
      message: expect.stringMatching(
        /^the key [0-9a-f]{8} is not known: it is neither ENCRYPTION_KEY nor one of ENCRYPTION_PREVIOUS_KEYS$/,
      ),
    },
  });
  await until(async () => (await latestDelivery(forgetful.client))?.status === 'queued');
  expect(await latestDelivery(forgetful.client)).toMatchObject({ attempts: 0 });
  expect(receiver.of('video_quota.low')).toEqual([]);
  await forgetful.stop();

  // With the old key among the previous ones it arrives, and so does what comes after it.
  const rotated = await start(token, { ENCRYPTION_KEY: second, ENCRYPTION_PREVIOUS_KEYS: first });
  const [late] = await receiver.until('video_quota.low', 1);
  expectSigned(late!, secret);
  await until(async () => (await latestDelivery(rotated.client))?.status === 'delivered');
  await use(960);
  const [, next] = await receiver.until('video_quota.low', 2);
  expectSigned(next!, secret);
  expect(next!.event.data).toMatchObject({ usedSeconds: 960 });

  // Secrets that are sealed anew or registered now need the old key no longer.
  const unaware = await stack.adminEnded(['secrets', 'reseal'], { ENCRYPTION_KEY: second });
  expect(JSON.parse(unaware.stdout)).toEqual({ resealed: 0, unreadable: 1 });
  const resealed = await stack.adminEnded(['secrets', 'reseal'], { ENCRYPTION_KEY: second, ENCRYPTION_PREVIOUS_KEYS: first });
  expect(JSON.parse(resealed.stdout)).toEqual({ resealed: 1, unreadable: 0 });
  await rotated.stop();
  const forgotten = await start(token, { ENCRYPTION_KEY: second });
  await use(965);
  const [, , after] = await receiver.until('video_quota.low', 3);
  expectSigned(after!, secret);
  const renewed = await registered(forgotten.client);
  await use(970);
  const [, , , last] = await receiver.until('video_quota.low', 4);
  expectSigned(last!, renewed);
});
