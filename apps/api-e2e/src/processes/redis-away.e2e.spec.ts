import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type ApiError } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { enqueue, WEBHOOK } from '../destinations.js';
import { Receiver } from '../receiver.js';
import { hasRedis, Redis, startSentinel } from '../redis.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const HOST = 'hooks.example.com';
const LIMIT = 40;

if (hasRedis) {
  describe('Redis behind a Sentinel', () => {
    let stack: Stack;
    let receiver: Receiver;
    let master: Redis;
    let replica: Redis;
    let sentinel: Redis;
    let api: Running;
    let loaded: Loaded;
    /** A client that repeats nothing: no request may fail. */
    const as = (user: string) => createClient({ baseUrl: api.baseUrl, token: loaded.tokens[user] ?? '', retry: { retries: 0 } });
    const anyone = () => new Client(api.baseUrl);
    const health = async () => (await anyone().get('/health/ready')) as { status: number; json: unknown };
    /** Whether the present master counts the requests of a user. */
    const counts = async (redis: Redis, user: string) => (await redis.ask(`EXISTS rate-limit:user:${loaded.users[user]}`)).startsWith(':1');

    /** Whether the replica, as the master, counts a request that is sent now; few enough are sent for the limit. */
    const isCounted = async (user: string) => {
      await sleep(500);
      await as(user).GET('/api/v1/token');
      return counts(replica, user);
    };

    beforeAll(async () => {
      const authority = await CertificateAuthority.create();
      receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
      stack = await Stack.create({
        RATE_LIMIT_PER_MINUTE: String(LIMIT),
        QUOTA_CHECK_CRON: '* * * * * *',
        OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
      });
      master = await Redis.start();
      replica = await Redis.start('--replicaof', `127.0.0.1 ${master.port}`);
      sentinel = await startSentinel(stack.dir, master);
      await until(async () => (await sentinel.ask('SENTINEL replicas podcasts')).includes(String(replica.port)));
      const users = ['hooked', 'failing', 'counted', 'back'];
      loaded = await stack.load({
        users: users.map((key) => ({
          key,
          name: key,
          available_seconds: 100,
          tokens: [{ key, permissions: ['read', 'update', 'delete'] }],
        })),
      });
      const ca = join(stack.dir, 'ca.pem');
      await writeFile(ca, authority.pem);
      const env = { REDIS_URL: `redis+sentinel://127.0.0.1:${sentinel.port}/podcasts`, NODE_EXTRA_CA_CERTS: ca };
      api = await stack.start('api', env);
      await stack.start('worker', env);
      await as('hooked').PUT(WEBHOOK, { body: { url: `https://${HOST}/hook` } });
      await until(async () => (await stack.query('SELECT 1 FROM webhook_endpoints WHERE verified_at IS NOT NULL')).length === 1);
    });
    afterAll(async () => {
      await stack.destroy();
      await receiver.close();
      for (const redis of [sentinel, replica, master]) await redis.stop('SIGKILL');
    });

    it('Redis behind a Sentinel is found, and found again when the replica becomes the master, without a failed request', async () => {
      await as('failing').GET('/api/v1/podcasts');
      expect(await counts(master, 'failing')).toBe(true);
      await master.stop('SIGKILL');
      // Few enough for the limit, whichever store counts.
      let sent = 0;
      await until(async () => {
        if (sent < LIMIT - 5) {
          await as('failing').GET('/api/v1/podcasts');
          sent += 1;
        }
        return (await replica.ask('INFO replication')).includes('role:master');
      });
      await until(async () => {
        expect((await anyone().get('/health/live')).status).toBe(200);
        return JSON.stringify((await health()).json) === '{"status":"ready"}';
      });
      await until(() => isCounted('back'));
    });

    it('limits and queue degrade while Redis is away: limits are exact in PostgreSQL, and webhooks go on', async () => {
      await replica.stop('SIGKILL');
      await until(async () => JSON.stringify((await health()).json) === '{"status":"ready","degraded":["redis"]}');
      expect((await health()).status).toBe(200);
      const asking = Array.from({ length: LIMIT + 20 }, () => as('counted').GET('/api/v1/token'));
      const answers = await Promise.allSettled(asking);
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as ApiError).status] : []));
      expect([answers.length - refused.length, refused]).toEqual([LIMIT, Array(20).fill(429)]);
      await enqueue(stack, [loaded.users['hooked'] ?? ''], 20);
      await receiver.until('video_quota.low', 20);
      const [latest] = (await as('hooked').GET(`${WEBHOOK}/deliveries`)).data.data;
      const of = { params: { path: { delivery: latest?.id ?? '' } } };
      await as('hooked').POST(`${WEBHOOK}/deliveries/{delivery}/redeliver`, of);
      await receiver.until('video_quota.low', 21);
    });

    it('Redis behind a Sentinel is used again once it is back', async () => {
      await replica.restart([]);
      await until(async () => JSON.stringify((await health()).json) === '{"status":"ready"}');
      await until(() => isCounted('hooked'));
      // A schedule of the queue: the check of quotas runs again.
      await stack.query('INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, 99)', [loaded.users['hooked']]);
      await receiver.until('video_quota.low', 22, 120_000); // connections are tried again at growing distances
    });
  });
}
