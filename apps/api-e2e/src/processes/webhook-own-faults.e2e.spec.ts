import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { until } from '@app/process/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { destinations, enqueue, WEBHOOK, type Destination } from '../destinations.js';
import { obliging, Receiver, type Behaviour } from '../receiver.js';
import { Stack, type Running } from '../stack.js';

// Faults on our side are not the destination's (contract 6.12, 6.16; docs/webhooks.md, "Outcomes").

const HOST = 'hooks.example.com';

let stack: Stack;
let receiver: Receiver;
let api: Running;
let ca: string;
let all: Destination[];

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  api = await stack.start('api');
  const worker = await aWorker();
  all = await destinations(stack, { baseUrl: api.baseUrl, host: HOST, count: 200 });
  await worker.stop();
});
afterEach(async () => {
  receiver.behave(obliging);
  receiver.received.length = 0;
  await stack.query(`DELETE FROM webhook_deliveries WHERE event_type = 'video_quota.low'`);
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

const aWorker = (env: NodeJS.ProcessEnv = {}, limits?: { maxFiles: number }) =>
  stack.start('worker', { NODE_EXTRA_CA_CERTS: ca, ...env }, limits);

const answeringAfter =
  (ms: number): Behaviour =>
  (request, response, received) =>
    void setTimeout(() => obliging(request, response, received), ms);

type Row = { readonly status: string; readonly attempts: number; readonly outcomes: readonly string[]; readonly waits: number | null };

const deliveries = (): Promise<Row[]> =>
  stack.query<Row & Record<string, unknown>>(
    `SELECT status, attempts, extract(epoch FROM retry_at - now())::float8 AS waits,
            ARRAY(SELECT entry ->> 'outcome' FROM jsonb_array_elements(attempt_log) entry) AS outcomes
       FROM webhook_deliveries WHERE event_type = 'video_quota.low'`,
  );

const DELIVERED = { status: 'delivered', attempts: 1, outcomes: ['200'], waits: null };

it('a stopping worker waits for an exchange that takes eight of its ten seconds', async () => {
  const worker = await aWorker();
  receiver.behave(answeringAfter(8000));
  await enqueue(stack, [all[0]!.userId], 1);
  await receiver.until('video_quota.low', 1, 60_000);
  expect(await worker.stop()).toBe(0);
  expect(await deliveries()).toEqual([DELIVERED]);
});

it('a worker that runs out of file descriptors repeats what it could not attempt, and blames no destination', async () => {
  receiver.behave(answeringAfter(500));
  await enqueue(stack, all.map(({ userId }) => userId), 2); // prettier-ignore
  const worker = await aWorker({}, { maxFiles: 90 });
  await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'), 150_000);
  expect(await deliveries()).toEqual(Array.from({ length: 400 }, () => DELIVERED));
  await worker.stop();
});

it('a worker that was frozen for longer than the timeout counts no failed attempt', async () => {
  const worker = await aWorker({ WEBHOOK_TIMEOUT_MS: '4000' });
  receiver.behave(() => undefined); // never answers
  await enqueue(stack, [all[0]!.userId], 1);
  await receiver.until('video_quota.low', 1, 60_000);
  process.kill(worker.pid, 'SIGSTOP');
  await sleep(6000);
  receiver.behave(obliging);
  process.kill(worker.pid, 'SIGCONT');
  await until(async () => (await deliveries())[0]?.status === 'delivered');
  expect(await deliveries()).toEqual([DELIVERED]);
  await worker.stop();
});

/** The lease ends, as it does after the timeout and 15 s. */
const endLease = () => stack.query(`UPDATE webhook_deliveries SET lease_until = now() WHERE lease_until IS NOT NULL`);

it('a replay sends what an old destination never got, in order, and goes on where a worker was killed (contract 6.19)', async () => {
  const { client, userId } = all[1]!;
  await stack.query('DELETE FROM events WHERE user_id = $1', [userId]);
  await enqueue(stack, [userId], 6);
  const events = await stack.query<{ id: string }>('SELECT id FROM events WHERE user_id = $1 ORDER BY position', [userId]);
  await client.PUT(WEBHOOK, { body: { url: `https://${HOST}/another` } });
  const killed = await aWorker();
  await until(async () => (await client.GET(WEBHOOK)).data.data?.active);
  expect(receiver.of('video_quota.low')).toEqual([]);
  receiver.behave((...of) => void (receiver.of('video_quota.low').length < 3 && obliging(...of)));
  const body = { since: new Date(Date.now() - 3_600_000).toISOString() };
  expect((await client.POST(`${WEBHOOK}/replay`, { body })).data.data.count).toBe(6);
  await receiver.until('video_quota.low', 3);
  await killed.stop('SIGKILL');
  await endLease();
  receiver.behave(obliging);
  const worker = await aWorker();
  const came = await receiver.until('video_quota.low', 7);
  const ids = events.map(({ id }) => id);
  expect(came.map(({ path, event }) => `${path} ${event.id}`)).toEqual([...ids.slice(0, 3), ...ids.slice(2)].map((id) => `/another ${id}`));
  await worker.stop();
});

describe('a worker that is killed again and again (contract 6.16)', () => {
  it('a killed worker’s first lost attempt is repeated at once, further ones by schedule: crashes do not use up six attempts', async () => {
    receiver.behave(() => undefined); // never answers
    await enqueue(stack, [all[0]!.userId], 1);
    for (let kill = 1; kill <= 2; kill += 1) {
      const worker = await aWorker();
      await receiver.until('video_quota.low', kill, 60_000);
      await worker.stop('SIGKILL');
      await endLease();
    }
    const worker = await aWorker();
    await until(async () => (await deliveries())[0]?.outcomes.length === 2);
    const [row] = await deliveries();
    expect(row).toMatchObject({ status: 'queued', attempts: 2, outcomes: ['lost', 'lost'] });
    expect(row!.waits).toBeGreaterThan(240);
    const { client } = all[0]!;
    const [latest] = (await client.GET(`${WEBHOOK}/deliveries`)).data.data;
    const of = { params: { path: { delivery: latest?.id ?? '' } } };
    const { data } = (await client.GET(`${WEBHOOK}/deliveries/{delivery}`, of)).data;
    expect(Date.parse(data.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(240_000);
    expect(data.attempt_log).toEqual(
      [1, 2].map((number) => ({ number, started_at: expect.any(String), duration_ms: null, outcome: 'lost' })),
    );
    await worker.stop();
  });
});
