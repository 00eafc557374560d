import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { hasPatroni, Patroni } from '../patroni.js';
import { Stack } from '../stack.js';

/** Requests must succeed again this long after the primary is lost (contract 16.8). */
const FAILOVER_MS = 15_000;
const WRITE_EVERY_MS = 300;
const BEFORE_MS = 3000;
const AFTER_MS = 2000;

jest.setTimeout(400_000);

let database: Patroni;
beforeAll(async () => {
  if (hasPatroni) database = await Patroni.start();
});
afterAll(() => database?.stop());

type Write = { readonly at: number; readonly status: number; readonly id: string | undefined };

(hasPatroni ? describe : describe.skip)('when the machine of the primary is lost (contract 16.8)', () => {
  it.each(['hosts', 'PgBouncer'] as const)('acknowledged writes stay, and requests succeed within 15 s, by %s', async (by) => {
    const stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' }, database.url);
    try {
      const { tokens } = await stack.load(aliceAndBob);
      const name = new URL(stack.databaseUrl).pathname.slice(1);
      const api = await stack.start('api', { DATABASE_URL: database.urlOf(name, by), DATABASE_DIRECT_URL: database.urlOf(name, 'hosts') });
      const alice = new Client(api.baseUrl, tokens['all']);
      const writes: Write[] = [];
      const write = async () => {
        const { status, json } = await alice.request('POST', '/api/v1/tokens', { json: { label: 'kept', permissions: ['read'] } });
        writes.push({ at: performance.now(), status, id: json?.data?.id as string | undefined });
        await sleep(WRITE_EVERY_MS);
      };
      for (const end = performance.now() + BEFORE_MS; performance.now() < end;) await write();
      const killedAt = performance.now();
      const restart = await database.killPrimary();
      const recovered = () =>
        writes.some(({ at, status }, n) => at > killedAt && status === 201 && writes.slice(0, n).some((one) => one.status === 503));
      // A pooler may keep every request waiting until the failover is over: then none fails.
      const unharmed = () => performance.now() > killedAt + FAILOVER_MS && writes.at(-1)?.status === 201;
      while (!recovered() && !unharmed() && performance.now() < killedAt + 4 * FAILOVER_MS) await write();
      for (const end = performance.now() + AFTER_MS; performance.now() < end;) await write();
      const failed = writes.filter(({ status }) => status !== 201);
      expect(failed.filter(({ status }) => status !== 503)).toEqual([]);
      expect(writes.at(-1)?.status).toBe(201);
      const lastFailureMs = Math.max(0, ...failed.map(({ at }) => at - killedAt));
      console.info(`failover by ${by}: the last failure came ${Math.round(lastFailureMs)} ms after the kill`);
      expect(lastFailureMs).toBeLessThan(FAILOVER_MS);
      const { json } = await alice.get('/api/v1/tokens?first=100');
      const kept = new Set((json.data as { id: string }[]).map(({ id }) => id));
      expect(writes.filter(({ id }) => id !== undefined && !kept.has(id))).toEqual([]);
      await restart();
    } finally {
      await stack.destroy();
    }
  });
});
