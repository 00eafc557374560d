import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rowsRead, useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { rateLimitPersistence } from '../persistence.js';
import { slidingWindowOn } from '../testing/sliding-window.js';
import { FallbackSlidingWindow } from './fallback-sliding-window.js';
import { PostgresSlidingWindow } from './postgres-sliding-window.js';
import { RedisSlidingWindow } from './redis-sliding-window.js';
import { RememberedWindows, type SlidingWindow, type WindowSize } from './sliding-window.js';
import { RateLimitWindowsQueries } from './rate-limit-windows.queries.js';

/** The window of tests that fill it before its clock steps back. */
const STEPPED_MS = 6000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The promises of every store. */
function keepsItsPromises(store: () => SlidingWindow): void {
  it('a sliding window allows exactly the limit of hits that come at once', async () => {
    const key = randomUUID();
    const began = performance.now();
    const hits = await Promise.all(Array.from({ length: 200 }, () => store().hit(key, { limit: 60, windowMs: 60_000 })));
    const soonest = 60_000 - (performance.now() - began) - 1; // the store counts whole milliseconds
    const allowed = hits.filter((hit) => hit.allowed);
    expect(allowed.map(({ used }) => used).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    for (const hit of hits) expect(hit.freesInMs >= soonest && hit.freesInMs <= 60_000).toBe(true);
  });

  it('a sliding window counts every key apart', async () => {
    const size = { limit: 1, windowMs: 60_000 };
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const hits = await Promise.all(keys.map((key) => store().hit(key, size)));
    expect(hits.every(({ allowed }) => allowed)).toBe(true);
    expect((await store().hit(keys[0]!, size)).allowed).toBe(false);
  });

  it('a sliding window does not count refused hits, and frees a place when it says so, never earlier', async () => {
    // A machine that is late by half a window tells nothing of it: then it gets a longer one.
    for (let windowMs = 2000; ; windowMs *= 3) {
      const key = randomUUID();
      const size = { limit: 2, windowMs };
      const began = performance.now();
      await store().hit(key, size);
      await sleep(windowMs / 2);
      const second = performance.now();
      await store().hit(key, size);
      const { allowed } = await store().hit(key, size);
      if (performance.now() - began >= windowMs - 1) continue; // the store counts whole milliseconds
      expect(allowed).toBe(false);
      const now = await until(async () => {
        const one = await store().hit(key, size);
        return one.allowed && one;
      });
      expect(performance.now() - began).toBeGreaterThanOrEqual(windowMs - 1);
      if (performance.now() - second >= windowMs - 1) continue;
      expect(now.used).toBe(2); // the first has left, the second has not
      break;
    }
  });

  it('a sliding window never allows more than a large limit in any window', async () => {
    const key = randomUUID();
    const size = { limit: 1000, windowMs: 1000 };
    const allowed: { readonly askedAt: number; readonly answeredAt: number }[] = [];
    const enough = 1.5 * size.limit;
    const end = performance.now() + 60_000; // a busy machine takes longer for as many
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (allowed.length < enough && performance.now() < end) {
          const askedAt = performance.now();
          if ((await store().hit(key, size)).allowed) allowed.push({ askedAt, answeredAt: performance.now() });
          else await sleep(5);
        }
      }),
    );
    // The store counted each some time between question and answer; it counts whole milliseconds.
    const surelyWithin = (from: number) =>
      allowed.filter(({ askedAt, answeredAt }) => askedAt >= from && answeredAt < from + size.windowMs - 2).length;
    expect(allowed.length).toBeGreaterThan(size.limit);
    expect(Math.max(...allowed.map(({ askedAt }) => surelyWithin(askedAt)))).toBeLessThanOrEqual(size.limit);
  });
}

describe('the sliding window on PostgreSQL', () => {
  const test = useDatabase([rateLimitPersistence]);
  keepsItsPromises(() => slidingWindowOn(test.db));

  describe('remembered by a process', () => {
    const windows = new Map<string, RememberedWindows>();
    keepsItsPromises(() => {
      const known = windows.get('one') ?? new RememberedWindows(slidingWindowOn(test.db));
      windows.set('one', known);
      return known;
    });

    it('a sliding window that a process knows to be full asks nobody', async () => {
      let asked = 0;
      let later = 0;
      const store = slidingWindowOn(test.db);
      const counting = { hit: (key: string, size: WindowSize) => ((asked += 1), store.hit(key, size)) };
      const window = new RememberedWindows(counting, () => performance.now() + later);
      const size = { limit: 2, windowMs: 60_000 };
      const key = randomUUID();
      await window.hit(key, size);
      await window.hit(key, size);
      const refused = await Promise.all(Array.from({ length: 100 }, () => window.hit(key, size)));
      expect(refused.every(({ allowed, used }) => !allowed && used === 2)).toBe(true);
      expect(asked).toBe(2);
      later = size.windowMs;
      await test.db.query('UPDATE rate_limit_windows SET hits_at = ARRAY(SELECT at - $2::bigint FROM unnest(hits_at) AS at ORDER BY at) WHERE key = $1', [key, later]); // prettier-ignore
      expect(await window.hit(key, size)).toMatchObject({ allowed: true });
      expect(asked).toBe(3);
    });
  });

  describe('in place of a Redis that is away', () => {
    let redis: Redis;
    let window: FallbackSlidingWindow;
    const lines: string[] = [];
    beforeAll(() => {
      redis = new Redis(1, '127.0.0.1', { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
      redis.on('error', () => undefined);
      const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
      window = new FallbackSlidingWindow(new RedisSlidingWindow(redis), slidingWindowOn(test.db), log);
    });
    afterAll(() => redis.disconnect());
    keepsItsPromises(() => window);

    it('the sliding window on PostgreSQL logs once that it counts in place of an unavailable Redis', () => {
      expect(lines).toEqual(['rate limits are counted in PostgreSQL while Redis is away']);
    });
  });

  it('the window on PostgreSQL keeps its promises when the clock steps back, and frees a place within a window', async () => {
    const window = slidingWindowOn(test.db);
    const key = randomUUID();
    const size = { limit: 3, windowMs: STEPPED_MS };
    for (let hit = 0; hit < 3; hit += 1) await window.hit(key, size);
    await test.db.query('UPDATE rate_limit_windows SET hits_at = ARRAY(SELECT at + 3600000 FROM unnest(hits_at) AS at ORDER BY at) WHERE key = $1', [key]); // prettier-ignore
    const refused = await window.hit(key, size);
    expect(refused).toMatchObject({ allowed: false, used: 3 });
    expect(refused.freesInMs).toBeGreaterThan(0);
    expect(refused.freesInMs).toBeLessThanOrEqual(STEPPED_MS);
    await sleep(refused.freesInMs + 20);
    expect(await window.hit(key, size)).toMatchObject({ allowed: true });
  });

  it('the sliding window on PostgreSQL counts hits that come together by one statement after the other', async () => {
    let statements = 0;
    const counting = new PostgresSlidingWindow({ query: (text, values) => ((statements += 1), test.db.query(text, values)) });
    const keys = [randomUUID(), randomUUID()] as const;
    const hits = await Promise.all(
      Array.from({ length: 500 }, (_, index) => counting.hit(keys[index % 2]!, { limit: 60, windowMs: 60_000 })),
    );
    expect(hits.filter(({ allowed }) => allowed)).toHaveLength(120);
    expect(statements).toBe(2);
  });

  it('the sliding window on PostgreSQL keeps a row small however large the limit', async () => {
    const window = slidingWindowOn(test.db);
    const key = randomUUID();
    for (let hit = 0; hit < 400; hit++) await window.hit(key, { limit: 1_000_000, windowMs: 60_000 });
    const [row] = await test.db.query<{ entries: number; used: number }[]>(
      'SELECT cardinality(hits_at) AS entries, used FROM rate_limit_windows WHERE key = $1',
      [key],
    );
    expect(row?.used).toBe(400);
    expect(row?.entries).toBeLessThanOrEqual(241);
  });

  it('the sliding window on PostgreSQL gives none of the hits of a large limit back early that share an entry', async () => {
    const window = slidingWindowOn(test.db);
    const key = randomUUID();
    const size = { limit: 1000, windowMs: 240 * 3_600_000 }; // an entry an hour
    const entries = async () => {
      const [row] = await test.db.query<[{ last: string; now: string }]>(
        `SELECT hits_at[cardinality(hits_at)] AS last, floor(extract(epoch FROM clock_timestamp()) * 1000) AS now
           FROM rate_limit_windows WHERE key = $1`,
        [key],
      );
      return { last: Number(row.last), now: Number(row.now) };
    };
    await window.hit(key, size);
    const between = await until(async () => {
      const { last, now } = await entries();
      return now > last && now;
    });
    await window.hit(key, size);
    expect((await entries()).last).toBeGreaterThanOrEqual(between);
  });

  it('the sliding window on PostgreSQL is swept of the windows of idle callers, and of no others', async () => {
    const window = slidingWindowOn(test.db);
    await test.db.query('TRUNCATE rate_limit_windows');
    await window.hit('quiet', { limit: 1, windowMs: 50 });
    await window.hit('busy', { limit: 1, windowMs: 60_000 });
    await sleep(60);
    expect(await new RateLimitWindowsQueries(test.db).deleteExpired()).toBe(1);
    expect(await test.db.query('SELECT key FROM rate_limit_windows')).toEqual([{ key: 'busy' }]);
  });

  it('the sliding window on PostgreSQL is swept by steps that read each window few times, however many there are', async () => {
    await test.db.query('TRUNCATE rate_limit_windows');
    await test.db.query(
      `INSERT INTO rate_limit_windows (key, expires_at) SELECT n, now() + CASE n % 2 WHEN 0 THEN interval '1 hour' ELSE interval '-1 hour' END
         FROM generate_series(1, 30000) n`,
    );
    await test.db.query('ANALYZE rate_limit_windows');
    const read = await rowsRead(test.db, async (tx) => {
      expect(await new RateLimitWindowsQueries(tx as unknown as DataSource).deleteExpired()).toBe(15_000);
    });
    expect(read).toBeLessThan(6 * 30_000);
  });
});

if (spawnSync('redis-server', ['--version']).status === 0) {
  describe('the sliding window on Redis', () => {
    let server: ChildProcess;
    let redis: Redis;
    beforeAll(async () => {
      const port = await getPort({ host: '127.0.0.1' });
      server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
        stdio: 'ignore',
      });
      redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 });
      redis.on('error', () => undefined); // until it listens
      await redis.ping();
    });
    afterAll(async () => {
      redis.disconnect();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    });
    keepsItsPromises(() => new RedisSlidingWindow(redis));

    it('the sliding window on Redis frees a place after one window at the latest when the clock steps back', async () => {
      const window = new RedisSlidingWindow(redis);
      const size = { limit: 2, windowMs: STEPPED_MS };
      for (let hit = 0; hit < 2; hit += 1) await window.hit('stepping', size);
      for (const member of await redis.zrange('rate-limit:stepping', 0, -1)) await redis.zincrby('rate-limit:stepping', 3.6e9, member);
      await redis.persist('rate-limit:stepping');
      const refused = await window.hit('stepping', size);
      expect(refused).toMatchObject({ allowed: false, used: 2 });
      expect(refused.freesInMs).toBeLessThanOrEqual(STEPPED_MS);
      await sleep(refused.freesInMs + 20);
      expect(await window.hit('stepping', size)).toMatchObject({ allowed: true });
    });

    it('the sliding window on Redis forgets by itself those who have gone quiet', async () => {
      await new RedisSlidingWindow(redis).hit('quiet', { limit: 1, windowMs: 50 });
      await sleep(100);
      expect(await redis.exists('rate-limit:quiet')).toBe(0);
    });
  });
} else {
  console.info('redis-server is not on the PATH: the window is tried on PostgreSQL alone.');
}
