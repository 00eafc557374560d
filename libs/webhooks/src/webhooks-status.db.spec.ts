import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { NIL_ID } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { ClaimsQueries } from './dispatch/claims.queries.js';
import { aDestination, claimsOn, storeDeliveries } from './testing/attempts.js';
import { webhooksStatus } from './webhooks-status.queries.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let claims: ClaimsQueries;

beforeEach(async () => {
  claims = claimsOn(test.db);
  await test.db.query('DELETE FROM users');
});

/** Deliveries of one active destination; `ready` says since when, null holds them. */
const deliveries = async (count: number, ready: string | null = 'clock_timestamp()') =>
  storeDeliveries(test.db, await aDestination(test.db), count, ['ready_at', ready ?? 'NULL']);

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

it('the state of deliveries counts a claim as stuck when its worker has not reported five minutes after its lease ended', async () => {
  await deliveries(1);
  await claim(1);
  const endedAgo = async (minutes: number) => {
    await test.db.query(`UPDATE webhook_deliveries SET lease_until = now() - $1 * interval '1 minute'`, [minutes]);
    const { due, running, failing, stuck } = await webhooksStatus(test.db);
    return { due, running, failing, stuck };
  };
  expect(await endedAgo(4)).toEqual({ due: 0, running: 0, failing: 0, stuck: 0 });
  expect(await endedAgo(6)).toEqual({ due: 0, running: 0, failing: 0, stuck: 1 });
});
