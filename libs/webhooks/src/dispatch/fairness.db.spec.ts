import { authPersistence } from '@app/auth';
import { newSigningSecret, outboxPersistence } from '@app/outbox';
import { newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import type { Encryption } from '@app/env';
import { ScriptedOutbound, until, type ScriptedAnswer } from '@app/process/testing';
import { afterEach, beforeEach, it } from '@jest/globals';
import { aWorker } from '../testing/worker.js';

const HOST = 'hooks.example.com';

/** Hundreds of time-outs take a while on a busy machine. */
const WAIT_TIMEOUT_MS = 150_000;

const test = useDatabase([authPersistence, outboxPersistence]);
/** Paths that never answer. */
const hanging = new Set<string>();
const received = new Map<string, number>();
let worker: ReturnType<typeof aWorker>;

const outbound = new ScriptedOutbound(({ pathname }) => {
  if (hanging.has(pathname)) return Promise.withResolvers<ScriptedAnswer>().promise;
  received.set(pathname, (received.get(pathname) ?? 0) + 1);
  return {};
});

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  hanging.clear();
  received.clear();
  worker = aWorker(test.db, {
    outbound,
    health: healthOn(test.db),
    env: { WEBHOOK_TIMEOUT_MS: 2000, WEBHOOK_RETRY_DELAYS: [1, 1, 1, 600, 600] },
  });
});
afterEach(async () => {
  worker.sweeper.beforeApplicationShutdown();
  await worker.dispatcher.beforeApplicationShutdown();
});

/** So many users with an active destination `/{name}{number}` each. @returns the paths */
async function destinations(name: string, count: number, encryption: Encryption): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => ({ user: newId(), endpoint: newId(), path: `/${name}${number}` }));
  await test.db.query(`INSERT INTO users (id, name) SELECT unnest($1::uuid[]), 'U'`, [rows.map(({ user }) => user)]);
  await test.db.query(
    `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
     SELECT e.id, e.user_id, e.url, e.secret, 'verified', now() FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) AS e (id, user_id, url, secret)`,
    [
      rows.map(({ endpoint }) => endpoint),
      rows.map(({ user }) => user),
      rows.map(({ path }) => `https://${HOST}${path}`),
      rows.map(({ endpoint }) => encryption.seal(newSigningSecret(), endpoint)),
    ],
  );
  return rows.map(({ path }) => path);
}

async function enqueue(paths: readonly string[], each = 1): Promise<void> {
  await test.db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
     SELECT gen_random_uuid(), user_id, id, gen_random_uuid(), 'video_quota.low', '{}', now()
       FROM webhook_endpoints, generate_series(1, $2::int) WHERE url = ANY ($1::text[])`,
    [paths.map((path) => `https://${HOST}${path}`), each],
  );
  worker.dispatcher.wake();
}

const count = async (where: string): Promise<number> => {
  const [row] = await test.db.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM webhook_deliveries WHERE ${where}`);
  return row?.n ?? 0;
};

it('a destination that was slow for a while gets its events once it answers again, after 300 destinations died', async () => {
  worker.dispatcher.onApplicationBootstrap();
  worker.sweeper.onApplicationBootstrap();
  const dead = await destinations('dead', 300, worker.encryption);
  dead.forEach((path) => hanging.add(path));
  await enqueue(dead);
  await until(async () => (await count('attempts >= 3')) === 300, WAIT_TIMEOUT_MS);
  const [recovering] = await destinations('recovering', 1, worker.encryption);
  hanging.add(recovering!);
  await enqueue([recovering!]);
  await until(
    async () => (await count(`attempts >= 3 AND endpoint_id = (SELECT id FROM webhook_endpoints WHERE url LIKE '%recovering%')`)) > 0,
    WAIT_TIMEOUT_MS,
  );
  hanging.delete(recovering!);
  await enqueue([recovering!]);
  await until(() => (received.get(recovering!) ?? 0) > 0, 60_000);
}, 400_000);
