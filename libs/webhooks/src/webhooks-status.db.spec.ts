import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId, NIL_ID } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { ClaimsQueries } from './dispatch/claims.queries.js';
import { claimsOn } from './testing/attempts.js';
import { webhooksStatus } from './webhooks-status.queries.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let claims: ClaimsQueries;

beforeEach(async () => {
  claims = claimsOn(test.db);
  await test.db.query('DELETE FROM users');
});

/** Deliveries of one active destination; `ready` says since when, null holds them. */
async function deliveries(count: number, ready: string | null = 'clock_timestamp()'): Promise<void> {
  const [userId, endpointId] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'U')`, [userId]);
  await test.db.query(
    `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at) VALUES ($1, $2, 'https://h.example.com/', '', 'verified', now())`,
    [endpointId, userId],
  );
  await test.db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
     SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'video_quota.low', '{}', ${ready ?? 'NULL'} FROM generate_series(1, $3)`,
    [userId, endpointId, count],
  );
}

const claim = async (slots: number) =>
  (await claims.claim({ slots, each: slots, lanes: 10, leaseSeconds: 30, after: NIL_ID, excluded: [] })).claims;

const resultOf = ({ id, claimId }: Awaited<ReturnType<typeof claim>>[number]) => ({ id, claimId, outcome: '500', durationMs: 1 });

it('the state of deliveries for operators agrees with the rows', async () => {
  await deliveries(3, `clock_timestamp() - interval '1 hour'`);
  await deliveries(3);
  await deliveries(1, null); // held: its destination is not active
  const [one, two] = await claim(2);
  if (!one || !two) throw new Error('fewer than two deliveries were claimed');
  await claims.record([{ ...resultOf(two), status: 'queued', retryInSeconds: 60 }]);
  const { due, running, failing, stuck, oldestDueAt } = await webhooksStatus(test.db);
  expect({ due, running, failing, stuck }).toEqual({ due: 4, running: 1, failing: 1, stuck: expect.any(Number) });
  expect(stuck).toBeGreaterThanOrEqual(1);
  expect(oldestDueAt?.getTime()).toBeLessThan(Date.now() - 3_000_000);
});
