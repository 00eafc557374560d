import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId, NIL_ID } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClaimsQueries } from '../dispatch/claims.queries.js';
import { OpenRange } from '../dispatch/open-range.queries.js';
import { webhooksStatus } from '../webhooks-status.queries.js';
import { DeliveryCountsQueries } from './delivery-counts.queries.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let counts: DeliveryCountsQueries;
let claims: ClaimsQueries;

beforeEach(async () => {
  counts = new DeliveryCountsQueries(test.db);
  claims = new ClaimsQueries(test.db, new OpenRange(test.db));
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
  (await claims.claim({ slots, each: slots, lanes: 10, perDestination: slots, leaseSeconds: 30, after: NIL_ID, excluded: [] })).claims;

const numbers = async () => {
  const { due, waiting, sending, held } = await counts.counts();
  return { due, waiting, sending, held };
};

const rows = async () => (await test.db.query<{ n: number }[]>('SELECT count(*)::int AS n FROM webhook_delivery_counts'))[0]?.n ?? 0;

describe('the numbers of unfinished deliveries', () => {
  it('follow every change of state, in the transaction that makes it', async () => {
    await deliveries(10);
    await deliveries(3, null);
    expect(await numbers()).toEqual({ due: 10, waiting: 0, sending: 0, held: 3 });
    const [one, two, ...others] = await claim(6);
    if (!one || !two) throw new Error('nothing was claimed');
    expect(await numbers()).toEqual({ due: 4, waiting: 0, sending: 6, held: 3 });
    const of = ({ id, claimId }: typeof one) => ({ id, claimId, outcome: '200', durationMs: 1 });
    await claims.record([
      { ...of(one), status: 'delivered', retryInSeconds: null },
      { ...of(two), status: 'queued', retryInSeconds: 60 },
    ]);
    await claims.release(others);
    expect(await numbers()).toEqual({ due: 8, waiting: 1, sending: 0, held: 3 });
    await test.db.transaction((tx) => tx.query('DELETE FROM webhook_deliveries').then(() => Promise.reject(new Error('rolled back')))).catch(() => undefined); // prettier-ignore
    expect(await numbers()).toEqual({ due: 8, waiting: 1, sending: 0, held: 3 });
    await test.db.query('DELETE FROM users');
    expect(await numbers()).toEqual({ due: 0, waiting: 0, sending: 0, held: 0 });
  });

  it('stay what they are while many rows are replaced by their sum, by two workers at once and beside a change', async () => {
    for (let n = 0; n < 250; n += 1) await deliveries(1);
    const before = await rows();
    const [one, two] = await Promise.all([counts.fold(), counts.fold(), deliveries(5)]);
    expect(one + two).toBeGreaterThanOrEqual(before);
    expect(await rows()).toBeLessThan(10);
    expect(await numbers()).toEqual({ due: 255, waiting: 0, sending: 0, held: 0 });
  });

  it('are corrected once, by two workers at once, after changes that triggers did not see', async () => {
    await deliveries(7);
    await test.db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('UPDATE webhook_deliveries SET ready_at = NULL');
    });
    expect(await numbers()).toEqual({ due: 7, waiting: 0, sending: 0, held: 0 });
    const corrected = await Promise.all([counts.correct(), counts.correct()]);
    expect(corrected.filter((one) => one !== null)).toEqual([{ due: -7, waiting: 0, sending: 0, held: 7 }]);
    expect(await numbers()).toEqual({ due: 0, waiting: 0, sending: 0, held: 7 });
  });

  it('tell for how long the oldest has been due', async () => {
    expect((await counts.counts()).oldestDueSeconds).toBe(0);
    await deliveries(1, `clock_timestamp() - interval '2 hours'`);
    await deliveries(1);
    expect((await counts.counts()).oldestDueSeconds).toBeGreaterThanOrEqual(7200);
  });

  it('are read from as few pages with 20,000 waiting deliveries as with none', async () => {
    await deliveries(1);
    await counts.fold();
    const pagesOf = async () => {
      const [plan] = await test.db.query<{ 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }[]>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT json) SELECT (SELECT sum(due) FROM webhook_delivery_counts), (SELECT min(ready_at) FROM webhook_deliveries WHERE ready_at IS NOT NULL)`,
      );
      const of = plan?.['QUERY PLAN'][0]?.Plan;
      return (of?.['Shared Hit Blocks'] ?? 0) + (of?.['Shared Read Blocks'] ?? 0);
    };
    await test.db.query('VACUUM webhook_delivery_counts');
    await deliveries(20_000);
    expect(await pagesOf()).toBeLessThan(100);
  });
});

it('the state of deliveries for operators agrees with the rows', async () => {
  await deliveries(2, `clock_timestamp() - interval '1 hour'`);
  await deliveries(3);
  await claim(1);
  const { due, running, failing, stuck, oldestDueAt } = await webhooksStatus(test.db);
  expect({ due, running, failing, stuck }).toEqual({ due: 4, running: 1, failing: 0, stuck: expect.any(Number) });
  expect(stuck).toBeGreaterThanOrEqual(1);
  expect(oldestDueAt?.getTime()).toBeLessThan(Date.now() - 3_000_000);
});
