import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import getPort from 'get-port';
import { Client, type Answer } from '../client.js';
import { aliceAndBob, SRT } from '../fixtures.js';
import { until } from '../patience.js';
import { Postgres, processesOf, signal } from '../postgres.js';
import { Redis, STORES } from '../redis.js';
import { Stack, type Loaded, type Running } from '../stack.js';

/** Milliseconds within which a database that is away must have been answered for (decisions 2.9), and what a busy machine adds. */
const ANSWERED_MS = 10_000 + 5000;

describe.each(STORES)('a database that is away for a while (decisions 2.9), limits on %s', (store) => {
  let postgres: Postgres;
  let redis: Redis | undefined;
  let stack: Stack;
  let seed: Loaded;
  let api: Running;
  let alice: Client;
  let workerHealth: Client;

  beforeAll(async () => {
    postgres = await Postgres.start();
    redis = store === 'Redis' ? await Redis.start() : undefined;
    stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', ...(redis ? { REDIS_URL: redis.url } : {}) }, postgres.url);
    seed = await stack.load(aliceAndBob);
    const port = await getPort({ host: '127.0.0.1' });
    [api] = await Promise.all([stack.start('api'), stack.start('worker', { WORKER_PORT: String(port) })]);
    alice = new Client(api.baseUrl, seed.tokens['all']);
    workerHealth = new Client(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await stack.destroy();
    await redis?.stop();
    await postgres.stop();
  });

  const transcript = () => `/api/v1/episodes/${seed.episodes['e1']}/transcript`;
  const reads = () => alice.get('/api/v1/podcasts');
  const writes = () => alice.put(transcript(), { content: SRT });
  const ready = () => alice.get('/health/ready', { token: undefined });

  /** Sends requests of both kinds at once. */
  const several = () => Promise.all([reads(), writes(), reads(), writes(), alice.get(transcript()), writes()]);

  function expectUnavailable({ status, headers, json }: Answer): void {
    expect([status, json]).toEqual([503, { message: expect.any(String), errors: [expect.objectContaining({ code: 'unavailable' })] }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }

  async function expectRecovery(): Promise<void> {
    await until(async () => (await ready()).status === 200);
    await until(async () => (await workerHealth.get('/health/ready')).status === 200);
    for (let round = 0; round < 10; round += 1) {
      for (const { status } of await several()) expect([200, 201]).toContain(status);
    }
  }

  it('which is read-only: 503 for writes, and readiness says so; once it is not, requests succeed without a restart', async () => {
    await several(); // connections of before
    const name = new URL(stack.databaseUrl).pathname.slice(1);
    await onServer(postgres.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await onServer(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await until(async () => (await writes()).status === 503);
    for (let round = 0; round < 5; round += 1) {
      for (const answer of await several()) expect([200, 503]).toContain(answer.status);
      expectUnavailable(await writes());
    }
    expect((await until(async () => ((await ready()).status === 503 ? ready() : undefined))).json).toMatchObject({ missing: expect.arrayContaining(['database']) }); // prettier-ignore
    await onServer(postgres.url, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await expectRecovery();
  });

  it('which is frozen: 503 within ten seconds, and readiness says so', async () => {
    await several();
    const frozen = processesOf(postgres.pid);
    frozen.forEach((pid) => signal(pid, 'SIGSTOP'));
    try {
      const began = Date.now();
      for (const answer of await several()) expectUnavailable(answer);
      expect(Date.now() - began).toBeLessThan(ANSWERED_MS);
      expect((await ready()).json).toMatchObject({ status: 'not ready', missing: expect.arrayContaining(['database']) });
      expect((await workerHealth.get('/health/ready')).status).toBe(503);
      for (const answer of await several()) expectUnavailable(answer);
    } finally {
      processesOf(postgres.pid).forEach((pid) => signal(pid, 'SIGCONT'));
    }
    await expectRecovery();
  });

  it('which ends every session: 503 or success, never 500', async () => {
    const name = new URL(stack.databaseUrl).pathname.slice(1);
    let over = false;
    const statuses = new Set<number>();
    const sending = Array.from({ length: 8 }, async () => {
      while (!over) for (const { status } of await several()) statuses.add(status);
    });
    for (let round = 0; round < 20; round += 1) {
      await onServer(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      await onServer(postgres.url, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      await sleep(100);
    }
    over = true;
    await Promise.all(sending);
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await expectRecovery();
  });

  it('which is restarted: 503 meanwhile', async () => {
    let over = false;
    const statuses = new Set<number>();
    const sending = (async () => {
      while (!over) for (const { status } of await several()) statuses.add(status);
    })();
    await postgres.restart();
    over = true;
    await sending;
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await expectRecovery();
  });
});

describe('one user who asks for everything at once (decisions 2.8, 16.2)', () => {
  let stack: Stack;
  let seed: Loaded;
  let api: Running;

  beforeAll(async () => {
    stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', DATABASE_POOL_SIZE: '10' });
    seed = await stack.load(aliceAndBob);
    api = await stack.start('api');
  });
  afterAll(() => stack.destroy());

  const as = (key: string) => new Client(api.baseUrl, seed.tokens[key]);
  const transcriptOf = (episode: string) => `/api/v1/episodes/${seed.episodes[episode]}/transcript`;

  it('1,000 requests at once get 200, 429 or 503, and another user’s go on', async () => {
    const alice = as('all');
    const flood = Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        index % 2 ? alice.get('/api/v1/podcasts') : alice.put(transcriptOf('e1'), { content: SRT }),
      ),
    );
    let over = false;
    void flood.finally(() => (over = true));
    const others: number[] = [];
    while (!over || others.length < 10) others.push((await as('bob').get('/api/v1/podcasts')).status);
    const statuses = new Set((await flood).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([]);
    expect(new Set(others)).toEqual(new Set([200]));
  });

  it('requests of one user that wait for a lock make nobody else wait', async () => {
    await stack.session(async (query) => {
      await query('BEGIN');
      await query('SELECT FROM episodes WHERE id = $1 FOR UPDATE', [seed.episodes['e2']]);
      const waiting = Promise.all(Array.from({ length: 60 }, () => as('all').put(transcriptOf('e2'), { content: SRT })));
      await until(async () => (await query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`))[0]?.n); // prettier-ignore
      for (let round = 0; round < 20; round += 1) expect((await as('bob').get('/api/v1/podcasts')).status).toBe(200);
      const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`); // prettier-ignore
      expect(row?.n).toBeLessThanOrEqual(3);
      const answers = await waiting; // none of them may have the lock
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      await query('ROLLBACK');
    });
    expect((await as('all').put(transcriptOf('e2'), { content: SRT })).status).toBe(201);
  });
});

it('two api and two worker processes under load fit the 100 connections that PostgreSQL allows by default (decisions 16.2)', async () => {
  const stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', WEBHOOK_REGISTRATIONS_PER_HOUR: '100000' });
  try {
    const users = Array.from({ length: 20 }, (_, index) => ({
      key: `u${index}`,
      name: 'U',
      tokens: [{ key: `u${index}`, permissions: ['read', 'update'] }],
    }));
    const { tokens } = await stack.load({ users });
    const apis = await Promise.all([stack.start('api'), stack.start('api'), stack.start('worker'), stack.start('worker')]);
    let over = false;
    const statuses = new Set<number>();
    const sending = Promise.all(
      Object.values(tokens).map(async (token, index) => {
        const client = new Client(apis[index % 2]!.baseUrl, token);
        for (let round = 0; !over; round += 1) {
          const answers = await Promise.all(Array.from({ length: 2 }, () => client.get('/api/v1/podcasts')));
          answers.forEach(({ status }) => statuses.add(status));
        }
      }),
    );
    let most = 0;
    for (let round = 0; round < 40; round += 1) {
      const [row] = await stack.query<{ n: number }>('SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()');
      most = Math.max(most, row?.n ?? 0);
      await sleep(100);
    }
    over = true;
    await sending;
    console.info(`${most} connections of two api and two worker processes`);
    expect(most).toBeLessThan(90);
    expect(statuses).toEqual(new Set([200]));
  } finally {
    await stack.destroy();
  }
});

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
