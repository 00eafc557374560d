import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId, NIL_ID } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aDestination, claimsOn, type Destination } from '../testing/attempts.js';
import { CLAIM_PICKED, PICK, PICK_FOR } from './claims.queries.js';
import { OpenRange, rangeOf } from './open-range.queries.js';

const WEEK_MS = 7 * 86_400_000;
/** Mondays that no other partition covers. */
const MONDAYS = [0, 1, 2, 3, 4].map((week) => Date.parse('2025-03-03T00:00:00Z') + week * WEEK_MS);

const test = useDatabase([authPersistence, outboxPersistence]);
let destination: Destination;

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  destination = await aDestination(test.db);
  for (const monday of MONDAYS)
    await test.db.query('SELECT add_webhook_deliveries_partition($1, $2)', [new Date(monday), new Date(monday + WEEK_MS)]);
});

/** A delivery whose id was made at a time. */
async function aDelivery(time: number, isFinished = false): Promise<string> {
  const hex = time.toString(16).padStart(12, '0');
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
  await test.db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, ready_at, finished_at)
     VALUES ($1, $2, $3, gen_random_uuid(), 'video_quota.low', '{}', $4, $5, $6)`,
    [
      id,
      destination.userId,
      destination.endpointId,
      isFinished ? 'delivered' : 'queued',
      isFinished ? null : new Date(),
      isFinished ? new Date() : null,
    ],
  );
  return id;
}

/** Partitions that PostgreSQL would read. */
async function planned(statement: string, parameters: readonly unknown[]): Promise<string[]> {
  const rows = await test.db.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${statement}`, [...parameters]);
  return rows.flatMap((row) => / on (webhook_deliveries_\w+)/.exec(row['QUERY PLAN'])?.[1]?.replace(/_(?:id|endpoint_id)_.*$/, '') ?? []);
}

async function claimed(): Promise<string[]> {
  const options = { slots: 100, each: 4, lanes: 400, leaseSeconds: 30, after: NIL_ID, excluded: [] };
  const { claims } = await claimsOn(test.db).claim(options);
  return claims.map(({ id }) => id);
}

const old = (names: readonly string[]) => names.filter((name) => name.includes('_2025_'));

describe('claims', () => {
  it('claims are planned without the partitions in which everything is finished', async () => {
    for (const monday of MONDAYS) await aDelivery(monday + 1000, true);
    const { from, to } = await new OpenRange(test.db).current();
    const claim = await planned(PICK, [NIL_ID, 200, 4, 100, [], from, to]);
    const claimFor = await planned(PICK_FOR, [[destination.endpointId], 100, from, to]);
    const update = await planned(CLAIM_PICKED, [[NIL_ID], newId(), 30, from, to]);
    expect([old(claim), old(claimFor), old(update)]).toEqual([[], [], []]);
    expect(claim).not.toEqual([]);
  });

  it('claims reach what is unfinished in an old partition, and in the default one', async () => {
    const ids = [await aDelivery(MONDAYS[1]! + 1000), await aDelivery(Date.now()), await aDelivery(Date.parse('2049-01-01T00:00:00Z'))];
    expect((await claimed()).sort()).toEqual(ids.sort());
  });

  it('claims find a delivery of the present however long ago the partitions were looked at', async () => {
    const open = new OpenRange(test.db);
    const range = await open.current();
    const id = await aDelivery(Date.now());
    expect(id >= range.from && id < range.to).toBe(true);
    expect(await open.current()).toBe(range);
  });
});

it('deliveries are looked up by their ids in the partitions of these ids alone', async () => {
  const ids = [await aDelivery(MONDAYS[2]! + 1000), await aDelivery(MONDAYS[2]! + 2000)];
  const { from, to } = rangeOf(ids);
  expect(new Set(await planned('SELECT id FROM webhook_deliveries WHERE id BETWEEN $1 AND $2', [from, to]))).toEqual(
    new Set(['webhook_deliveries_2025_03_17']),
  );
});

it('no statement both locks deliveries and updates them: PostgreSQL 18.4 crashes when such a row has changed meanwhile', () => {
  for (const statement of [PICK, PICK_FOR]) expect(statement).not.toMatch(/UPDATE webhook_deliveries/);
  expect(CLAIM_PICKED).not.toMatch(/FOR UPDATE/);
});
