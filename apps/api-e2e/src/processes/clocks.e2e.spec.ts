import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { startPostgres, THROWAWAY, type Postgres } from '@app/embedded-postgres';
import { until } from '@app/process/testing/until';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { enqueue, WEBHOOK } from '../destinations.js';
import { obliging, Receiver } from '../receiver.js';
import { SettableClock } from '../settable-clock.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const HOOKS = 'hooks.example.com';
const FEEDS = 'feeds.example.com';
const HOUR_SECONDS = 3600;
const RETRY_SECONDS = 40;
const LIMIT = 20;
/** Far below the hour by which the clock is set, far above what a busy machine needs. */
const GENEROUS_MS = 400_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type World = {
  readonly stack: Stack;
  readonly seed: Loaded;
  readonly api: Running;
  readonly receiver: Receiver;
  readonly startWorker: () => Promise<Running>;
  readonly clock: SettableClock;
  /** How often the feed was requested, and whether it answers. */
  readonly feed: { asked: number; answers: boolean };
};

/** PostgreSQL, api and workers whose clock is set. */
async function world(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-clocks-'));
  ends.push(() => rm(dir, { recursive: true, force: true }));
  const clock = await SettableClock.create();
  ends.push(() => clock.remove());
  const postgres: Postgres = await startPostgres({ dir: join(dir, 'postgres'), settings: { ...THROWAWAY, max_connections: 100 }, env: clock.env }); // prettier-ignore
  ends.push(() => postgres.stop());

  const feed = { asked: 0, answers: false };
  const feeds: Server = createServer((_request, response) => {
    feed.asked += 1;
    if (feed.answers) response.end('<rss><channel><item><guid>1</guid><title>1</title></item></channel></rss>');
  });
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
  ends.push(() => Promise.resolve(feeds.close().closeAllConnections()));
  const authority = await CertificateAuthority.create();
  const receiver = await Receiver.listen(await authority.issue({ names: [HOOKS] }));
  ends.push(() => receiver.close());
  const stack = await Stack.create(
    {
      ...clock.env,
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      WEBHOOK_RETRY_DELAYS: `${RETRY_SECONDS},300,900,3600,10800`,
      WEBHOOK_TIMEOUT_MS: '5000',
      NODE_ENV: 'test',
      OUTBOUND_CONNECT_TO: `${HOOKS}:443:127.0.0.1:${receiver.port},${FEEDS}:80:127.0.0.1:${(feeds.address() as AddressInfo).port}`,
    },
    postgres.url,
  );
  ends.push(() => stack.destroy());
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const startWorker = () => stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  const seed = await stack.load({
    users: ['alice', 'bob', 'carol', 'dave'].map((key) => ({
      key,
      name: key,
      tokens: [{ key, permissions: ['read', 'update', 'delete'] }],
    })),
    podcasts: [{ key: 'bobs', title: 'Of Bob', owner: 'bob', ownership_confirmed: true, feed_url: `http://${FEEDS}/` }],
  });
  return { stack, seed, api: await stack.start('api'), receiver, startWorker, clock, feed };
}

(SettableClock.isInstalled ? describe : describe.skip)('after a step of every clock (contract 2.13)', () => {
  it.each([-HOUR_SECONDS, HOUR_SECONDS])(
    'after a step of every clock of %d seconds, retries, leases and limits go on, and no Retry-After exceeds its window',
    async (step) => {
      const { stack, seed, api, receiver, startWorker, clock, feed } = await world();
      const as = (key: string) => new Client(api.baseUrl, seed.tokens[key]);
      const register = (key: string) => as(key).put(WEBHOOK, { url: `https://${HOOKS}/${key}` });
      const retryAfter = async (asked: ReturnType<typeof register>) => Number((await asked).headers.get('retry-after') ?? 0);
      const retryInSeconds = async () => (await stack.query<{ s: number }>(`SELECT extract(epoch FROM retry_at - clock_timestamp())::float8 AS s FROM webhook_deliveries WHERE retry_at IS NOT NULL`))[0]?.s; // prettier-ignore
      const readAt = async () => JSON.stringify(await stack.query('SELECT read_at FROM webhook_clock'));

      // A retry that waits, and leases of a worker that is killed while it sends and fetches.
      const first = await startWorker();
      for (const key of ['alice', 'bob']) await register(key);
      const active = `SELECT FROM webhook_endpoints WHERE verified_at IS NOT NULL`;
      await until(async () => (await stack.query(active)).length === 2, GENEROUS_MS);
      receiver.behave(({ url }, response) => void (url === '/alice' && response.writeHead(500).end()));
      await enqueue(stack, [seed.users['alice']!], 1);
      await until(retryInSeconds, GENEROUS_MS);
      const refetch = `/api/v1/podcasts/${seed.podcasts['bobs']}/rss-refetch`;
      expect((await as('bob').request('POST', refetch)).status).toBe(202);
      await enqueue(stack, [seed.users['bob']!], 1);
      const to = (path: string) => receiver.of('video_quota.low').filter((one) => one.path === path).length;
      await until(() => to('/bob') === 1 && feed.asked === 1, GENEROUS_MS);
      await first.stop('SIGKILL');
      const read = await readAt();
      await startWorker();
      // Otherwise the step would count as time without a worker.
      await until(async () => (await readAt()) !== read, GENEROUS_MS);

      // Limits that are used up.
      const registrations = [];
      while ((registrations.at(-1)?.status ?? 200) < 300) registrations.push(await register('dave'));
      expect(registrations).toHaveLength(6);
      const left = await retryAfter(Promise.resolve(registrations.at(-1)!));
      const limited = async () => retryAfter(as('carol').get('/api/v1/token'));
      await until(limited, GENEROUS_MS);

      receiver.behave(obliging);
      feed.answers = true;
      await clock.set(step);
      expect(await limited()).toBeLessThanOrEqual(60);
      const counted = `SELECT FROM webhook_registrations WHERE registered_at > clock_timestamp() - interval '30 minutes'`;
      await until(async () => (await stack.query(counted)).length > 0, GENEROUS_MS);
      expect(await retryAfter(register('dave'))).toBeLessThanOrEqual(HOUR_SECONDS);

      await until(() => to('/alice') === 2 && to('/bob') === 2, GENEROUS_MS);
      await until(async () => (await limited()) === 0, GENEROUS_MS);
      await until(async () => (await stack.query(`SELECT FROM rss_refetches WHERE status = 'succeeded'`)).length === 1, GENEROUS_MS);
      const leftNow = await retryAfter(register('dave'));
      expect(leftNow).toBeLessThanOrEqual(HOUR_SECONDS);
      expect(leftNow).toBeGreaterThan(left - GENEROUS_MS / 1000);
    },
    3 * GENEROUS_MS,
  );
});
