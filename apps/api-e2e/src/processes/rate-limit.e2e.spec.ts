import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { Redis, STORES } from '../redis.js';
import { Stack, type Loaded } from '../stack.js';

describe.each(STORES)('the limit of 60 requests per user and minute (contract 2.8), on %s', (store) => {
  let stack: Stack;
  let seed: Loaded;
  let one: Client;
  let two: Client;
  let redis: Redis | undefined;

  beforeAll(async () => {
    redis = store === 'Redis' ? await Redis.start() : undefined;
    stack = await Stack.create(redis ? { REDIS_URL: redis.url } : {});
    seed = await stack.load(aliceAndBob);
    const [first, second] = await Promise.all([stack.start('api'), stack.start('api')]);
    one = new Client(first.baseUrl);
    two = new Client(second.baseUrl);
  });
  afterAll(async () => {
    await stack.destroy();
    await redis?.stop();
  });

  let failedAt = 0;
  let carol: string | undefined;
  let steppedAt = 0;

  /** The clock of the store is an hour behind: what was counted under a key is an hour ahead of it. */
  async function stepBack(key: string): Promise<void> {
    const moved = `UPDATE rate_limit_windows SET hits_at = ARRAY(SELECT at + 3600000 FROM unnest(hits_at) AS at ORDER BY at) WHERE key = $1`;
    const script = `for _, hit in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('ZINCRBY', KEYS[1], 3600000000, hit) end`;
    if (redis) await redis.ask(`EVAL "${script}" 1 rate-limit:${key}`);
    else await stack.query(moved, [key]);
  }

  /** A user who has just used up the limit, so that no test depends on how long those before it took. */
  async function limited(key: string): Promise<{ readonly id: string; readonly token: string; readonly since: number }> {
    const { users, tokens } = await stack.load({ users: [{ key, name: key, tokens: [{ key, permissions: [] }] }] });
    const [id = '', token = '', since] = [users[key], tokens[key], Date.now()];
    const answers = await Promise.all(Array.from({ length: 60 }, () => one.get('/api/v1/podcasts', { token })));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    return { id, token, since };
  }

  it('the limit of requests lets exactly 60 of 200 requests through, over two processes, several tokens and all routes', async () => {
    const tokens = ['all', 'read', 'update', 'none'].map((key) => seed.tokens[key]);
    const paths = ['/api/v1/podcasts', '/api/v1/token', '/api/v1/nothing', `/api/v1/episodes/${seed.episodes['e1']}/transcript`];
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? one : two).get(paths[Math.floor(index / 8) % paths.length]!, {
          token: tokens[Math.floor(index / 2) % tokens.length],
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBe(60);
    const elapsed = Math.floor((Date.now() - began) / 1000);
    for (const { headers, json } of refused) {
      const wait = Number(headers.get('retry-after'));
      const message = expect.any(String);
      expect(json).toEqual({ message, errors: [{ field: null, code: 'rate_limited', message }] });
      expect(Number.isInteger(wait) && wait >= Math.max(1, 60 - elapsed - 1) && wait <= 60).toBe(true);
      expect(headers.get('ratelimit-policy')).toBe('"default";q=60;w=60');
      expect(headers.get('ratelimit')).toBe(`"default";r=0;t=${wait}`);
      expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'no-store']);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    }
  });

  it('a token that is revoked while its user is limited is 401 at the next request', async () => {
    const token = seed.tokens['none'];
    expect((await one.get('/api/v1/podcasts', { token })).status).toBe(429);
    const { tokens } = await stack.admin<{ tokens: { id: string; permissions: string[] }[] }>(
      'token',
      'list',
      '--user',
      seed.users['alice']!,
    );
    // All the while, so that both processes know the token from a moment ago.
    const asking = [one, two].map((api) => until(async () => (await api.get('/api/v1/podcasts', { token })).status !== 429));
    await stack.admin('token', 'revoke', tokens.find(({ permissions }) => permissions.length === 0)!.id);
    expect((await one.get('/api/v1/podcasts', { token })).status).toBe(401);
    expect((await two.get('/api/v1/podcasts', { token })).status).toBe(401);
    await Promise.all(asking);
    failedAt = Date.now();
  });

  it('the limit of requests counts each user apart', async () => {
    const answer = await two.get('/api/v1/podcasts', { token: seed.tokens['bob'] });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toBe('"default";r=59;t=60');
  });

  it('the limit of requests never asks for a wait of more than a minute when its store’s clock steps back by an hour', async () => {
    const { id, token } = await limited('carol');
    carol = token;
    await stepBack(`user:${id}`);
    // The other process remembers the window.
    const refused = await two.get('/api/v1/podcasts', { token: carol });
    steppedAt = Date.now();
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait > 30 && wait <= 60]).toEqual([429, true]);
  });

  it('the limit of requests lets the next request through when Retry-After says so, and none before', async () => {
    const { token, since } = await limited('dave');
    const refused = await one.get('/api/v1/podcasts', { token });
    const waitMs = Number(refused.headers.get('retry-after')) * 1000;
    expect(refused.status).toBe(429);
    const latest = Date.now() + waitMs;
    const earliest = since + 60_000; // when the first of those requests leaves the window, had it been counted at once
    // A busy machine may take longer for a request than what is left: what counts is when it was sent and answered.
    const ask = async () => ({ sentAt: Date.now(), status: (await two.get('/api/v1/podcasts', { token })).status });
    for (;;) {
      const { sentAt, status } = await ask();
      if (Date.now() < earliest) expect(status).toBe(429);
      if (sentAt > latest) expect(status).toBe(200);
      if (status === 200) break;
      await sleep(Math.max(100, (earliest - Date.now()) / 2));
    }
  });

  it('the limit of requests limits failed authentication per address, and lets valid tokens from there pass', async () => {
    // The revoked token above counts, too, for a minute.
    await sleep(failedAt + 61_000 - Date.now());
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).get('/api/v1/token', { token: `pat_${'B'.repeat(43)}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect((await one.get('/api/v1/token', { token: seed.tokens['bob'] })).status).toBe(200);
  });

  it('the limit of requests frees a place a minute after the clock of its store has stepped back', async () => {
    await sleep(steppedAt + 61_000 - Date.now());
    expect((await two.get('/api/v1/podcasts', { token: carol })).status).toBe(200);
  });

  it('the limit of requests refuses unknown tokens of such an address without a look-up, except for two at a time', async () => {
    // Each process learns that the address has failed too often by a refusal of its own.
    expect((await one.get('/api/v1/token', { token: `pat_${'B'.repeat(43)}` })).status).toBe(429);
    await stack.session(async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE api_tokens IN ACCESS EXCLUSIVE MODE'); // no look-up ends
      let answered = 0;
      const asking = Array.from({ length: 20 }, async (_, index) => {
        const { status } = await one.get('/api/v1/token', { token: `pat_${String(index).padStart(43, 'C')}` });
        answered += 1;
        return status;
      });
      await until(() => answered === 18);
      await query('ROLLBACK');
      expect(new Set(await Promise.all(asking))).toEqual(new Set([429]));
    });
  });
});
