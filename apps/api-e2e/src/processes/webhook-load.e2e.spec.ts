import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { destinations, enqueue, inTurns, WEBHOOK, type Destination } from '../destinations.js';
import { obliging, Receiver } from '../receiver.js';
import { Redis, STORES } from '../redis.js';
import { Stack, type Running } from '../stack.js';

const HOST = 'hooks.example.com';

/** Requests to one destination that may be on their way at once. */
const MAX_PER_DESTINATION = 4;

/** Thousands of requests take a while on a busy machine. */
const LOAD_TIMEOUT_MS = 150_000;

describe.each(STORES)('two workers (contract 6.11), queue on %s', (store) => {
  let stack: Stack;
  let redis: Redis | undefined;
  let receiver: Receiver;
  let all: Destination[];
  let api: Running;

  beforeAll(async () => {
    const authority = await CertificateAuthority.create();
    receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
    redis = store === 'Redis' ? await Redis.start() : undefined;
    stack = await Stack.create({
      ...(redis ? { REDIS_URL: redis.url } : {}),
      RATE_LIMIT_PER_MINUTE: '100000',
      OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
      // A receiver on a busy machine answers late; a timeout would repeat the delivery (contract 6.11).
      WEBHOOK_TIMEOUT_MS: '30000',
      NODE_ENV: 'test',
    });
    const ca = join(stack.dir, 'ca.pem');
    await writeFile(ca, authority.pem);
    api = await stack.start('api');
    await Promise.all([1, 2].map(() => stack.start('worker', { NODE_EXTRA_CA_CERTS: ca })));
    all = await destinations(stack, { baseUrl: api.baseUrl, host: HOST, count: 200 });
  });
  afterAll(async () => {
    await stack.destroy();
    await receiver.close();
    await redis?.stop();
  });

  it('two workers send 4,000 events to 200 destinations: none is lost, and none is sent twice while both workers live', async () => {
    receiver.received.length = 0;
    await enqueue(stack, all.map(({ userId }) => userId), 20); // prettier-ignore
    await until(() => receiver.received.length >= 4000, LOAD_TIMEOUT_MS);
    await sleep(500);
    expect(receiver.received).toHaveLength(4000);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4000);
    // A machine that stands still for longer than a lease loses attempts before their requests leave; they are counted
    // apart (contract 6.16).
    const states = () =>
      stack.query<{ status: string; attempts: number; count: number }>(
        `SELECT status, attempts - lost_attempts AS attempts, count(*)::int AS count
           FROM webhook_deliveries WHERE event_type = 'video_quota.low' GROUP BY 1, 2`,
      );
    await until(async () => (await states()).every(({ status }) => status === 'delivered'));
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1, count: 4000 }]);
  });

  it('two workers wake up for what is committed, and need no sweep for it', async () => {
    receiver.received.length = 0;
    const waits: number[] = [];
    const quick = () => waits.slice(-20).filter((wait) => wait < 250).length;
    // Two sweeps a second would be as quick for half of them, by chance. A busy machine is slow for a while, and not
    // for all of them.
    for (const { client, path } of all.slice(60)) {
      if (quick() >= 18) break;
      await client.PUT(WEBHOOK, { body: { url: `https://${HOST}${path}/wake` } });
      const answeredAt = Date.now(); // it was committed before
      const { at } = await until(() => receiver.received.find((one) => one.path === `${path}/wake`));
      waits.push(at - answeredAt);
    }
    console.info(`from the answer of a registration to its challenge: ${waits.join(', ')} ms`);
    expect(quick()).toBeGreaterThanOrEqual(18);
  });

  // Claims are the database's, whatever wakes the workers.
  if (store === 'PostgreSQL') {
    it('two workers send nothing to a destination after its replacement or removal was answered, under load (contract 6.10)', async () => {
      receiver.received.length = 0;
      receiver.behave((request, response, received) => void setTimeout(() => obliging(request, response, received), 20));
      const busy = all.slice(0, 60);
      await enqueue(stack, busy.map(({ userId }) => userId), 100); // prettier-ignore
      await until(() => receiver.received.length >= 300);
      const ended = new Map<string, number>(); // how many had arrived by then
      const arrivedAt = (path: string) => receiver.received.filter((one) => one.path === path).length;
      await inTurns(busy.slice(0, 40), async ({ client, path }) => {
        const replaced = Number(path.slice(1)) % 2 === 0;
        const url = `https://${HOST}${path}/new`;
        const { response } = await (replaced ? client.PUT(WEBHOOK, { body: { url } }) : client.DELETE(WEBHOOK));
        ended.set(path, arrivedAt(path));
        expect(response.status).toBe(200);
      });
      expect(receiver.received.length).toBeLessThan(60 * 100); // else there was no load
      await until(() => receiver.received.filter(({ path }) => path.endsWith('/new')).length >= 20);
      await allFinished();
      const onTheWay = [...ended].map(([path, before]) => ({ path, after: arrivedAt(path) - before }));
      expect(onTheWay.filter(({ after }) => after > MAX_PER_DESTINATION)).toEqual([]);
      expect(await stack.query(`SELECT 1 FROM webhook_deliveries d WHERE finished_at IS NULL AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id)`)).toEqual([]); // prettier-ignore
      receiver.behave(obliging);
    });
  }

  const allFinished = () =>
    until(
      async () => (await stack.query('SELECT FROM webhook_deliveries WHERE finished_at IS NULL LIMIT 1')).length === 0,
      LOAD_TIMEOUT_MS,
    );
});
