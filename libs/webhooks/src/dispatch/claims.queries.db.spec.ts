import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { aLowQuota, aPublisher } from '@app/outbox/testing';
import { LAST_ID, newId, NIL_ID } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { DeliveriesQueries, LATEST } from '../deliveries/deliveries.queries.js';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { aDestination as storeDestination, claimsOn, storeDeliveries, untilLocked, type Destination } from '../testing/attempts.js';
import { PICK, type Claim, type Claimed, type ClaimOptions, type ClaimsQueries } from './claims.queries.js';
import { OpenRange } from './open-range.queries.js';
import { SweepQueries, WAKE_RETRIES } from './sweep.queries.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let queries: DeliveriesQueries;
let claims: ClaimsQueries;
let sweeps: SweepQueries;
let backlogs: BacklogsQueries;

const DELAYS = [60, 300, 900, 3600, 10_800];

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  await test.db.query('DELETE FROM webhook_backlogs');
  queries = new DeliveriesQueries(test.db);
  const open = new OpenRange(test.db);
  claims = claimsOn(test.db, open);
  sweeps = new SweepQueries(test.db, open);
  backlogs = new BacklogsQueries(test.db);
});

const publisher = aPublisher();

const aDestination = (verification?: string) => storeDestination(test.db, verification);

const event = ({ userId }: Destination) => aLowQuota(userId);

const publish = (destination: Destination, count = 1) =>
  publisher.publish(test.db.manager, ...Array.from({ length: count }, () => event(destination)));

const claimed = (over: Partial<ClaimOptions> = {}): Promise<Claimed> =>
  claims.claim({ slots: 100, each: 4, lanes: 400, leaseSeconds: 30, after: NIL_ID, excluded: [], ...over });

const claim = async (over: Partial<ClaimOptions> = {}): Promise<readonly Claim[]> => (await claimed(over)).claims;

const remove = ({ endpointId }: Destination) => test.db.query('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);

const count = async (condition: string, table = 'webhook_deliveries'): Promise<number> => {
  const [row] = await test.db.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
  return row?.n ?? 0;
};

const statuses = async ({ userId }: Destination) =>
  (await queries.latestOf(userId, 50)).map(({ status, attempts }) => `${status} ${attempts}`).reverse();

const delivered = ({ id, claimId }: Claim) =>
  ({ id, claimId, status: 'delivered', retryInSeconds: null, outcome: '200', durationMs: 7 }) as const;
const retried = ({ id, claimId }: Claim, retryInSeconds: number) =>
  ({ id, claimId, status: 'queued', retryInSeconds, outcome: '500', durationMs: 8 }) as const;

it('a claim records what a replica must have replayed before the user reads from it: all that the event tells', async () => {
  const destination = await aDestination();
  await publish(destination);
  const [committed] = await test.db.query<{ position: string }[]>(`SELECT (pg_current_wal_lsn() - '0/0')::bigint AS position`);
  await claim();
  const [noted] = await test.db.query<{ position: string }[]>('SELECT position FROM last_writes WHERE user_id = $1', [destination.userId]);
  expect(BigInt(noted?.position ?? 0)).toBeGreaterThanOrEqual(BigInt(committed?.position ?? 0));
});

it('a verification that is repeated beside a worker that holds the backlog cancels all that was held', async () => {
  const destination = await aDestination('pending');
  await publish(destination, 3);
  await test.db.query(`UPDATE webhook_endpoints SET verification = 'failed' WHERE id = $1`, [destination.endpointId]);
  await test.db.query('INSERT INTO webhook_backlogs (endpoint_id) VALUES ($1)', [destination.endpointId]);
  let completed: Promise<void> = Promise.resolve();
  await test.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM webhook_backlogs WHERE endpoint_id = $1 FOR UPDATE', [destination.endpointId]);
    completed = backlogs.complete(destination.endpointId);
    await untilLocked(test.db);
  });
  await completed;
  expect(await statuses(destination)).toEqual(['canceled 0', 'canceled 0', 'canceled 0']);
});

describe('an event is written', () => {
  it('an event is written for everybody, sent to a destination, held while that is not active, not once it failed to verify', async () => {
    const [nobody, active, pending, failed] = [
      await aDestination(),
      await aDestination(),
      await aDestination('pending'),
      await aDestination('failed'),
    ];
    await remove(nobody);
    expect(await publisher.publish(test.db.manager, ...[nobody, active, pending, failed].map(event))).toHaveLength(4);
    expect([await count('true', 'events'), await count('true')]).toEqual([4, 2]);
    expect((await claim()).map(({ endpointId }) => endpointId)).toEqual([active.endpointId]);
    await backlogs.activate(test.db.manager, pending.endpointId);
    expect((await claim()).map(({ endpointId }) => endpointId)).toEqual([pending.endpointId]);
  });

  it('an event is written with its transaction or not at all', async () => {
    const destination = await aDestination();
    await test.db
      .transaction(async (tx) => {
        await publisher.publish(tx, event(destination));
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await claim()).toEqual([]);
  });

  it('an event is written once: its deliveries keep no body of their own, and workers of 0.2 claim it with the body', async () => {
    const destination = await aDestination();
    await publish(destination, 2);
    const bodies = () => test.db.query<{ id: string; body: string | null }[]>('SELECT id, body FROM webhook_deliveries ORDER BY id');
    const [first] = await claim({ each: 1 });
    expect((await bodies()).map(({ body }) => body)).toEqual([null, null]);
    const [[other]] = await test.db.query<[{ body: string }[], number]>(
      `UPDATE webhook_deliveries SET status = 'sending', ready_at = NULL, claim_id = $2, lease_until = now() WHERE id <> $1 RETURNING body`,
      [first!.id, newId()],
    );
    expect([first!.body, other!.body].map((body) => (JSON.parse(body) as { type: string }).type)).toEqual([event(destination).type, event(destination).type]); // prettier-ignore
    await claims.release([first!]);
    expect((await bodies())[0]).toEqual({ id: first!.id, body: null });
  });

  it('an activation waits for an event that is being written, so that nothing stays held', async () => {
    const destination = await aDestination('pending');
    let activated: Promise<void> | undefined;
    await test.db.transaction(async (tx) => {
      await publisher.publish(tx, event(destination));
      activated = test.db.transaction((other) => backlogs.activate(other, destination.endpointId));
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await activated;
    expect(await claim()).toHaveLength(1);
  });
});

describe('claiming', () => {
  it('claiming takes at most so many for one destination, whoever has them, oldest first', async () => {
    const destination = await aDestination();
    await publish(destination, 10);
    const first = await claim();
    expect(first).toHaveLength(4);
    expect(await claim()).toEqual([]);
    await claims.record(first.slice(0, 2).map(delivered));
    const second = await claim();
    expect(second).toHaveLength(2);
    expect([...first, ...second].map(({ id }) => id)).toEqual([...first, ...second].map(({ id }) => id).sort());
  });

  it('claiming comes to every destination in turn, whatever another has waiting', async () => {
    const busy = await aDestination();
    await publish(busy, 500);
    const others = await Promise.all([aDestination(), aDestination(), aDestination()]);
    for (const other of others) await publish(other);
    const mine = await claim({ slots: 7 });
    expect(new Set(mine.map(({ endpointId }) => endpointId)).size).toBeGreaterThanOrEqual(2);
    const rest = await claim({
      after: mine
        .map(({ endpointId }) => endpointId)
        .sort()
        .at(-1)!,
      slots: 7,
    });
    const reached = new Set([...mine, ...rest].map(({ endpointId }) => endpointId));
    others.forEach(({ endpointId }) => expect(reached).toContain(endpointId));
  });

  it('claiming takes one for each idle destination at first, when told so, however many are ready', async () => {
    const [one, other] = [await aDestination(), await aDestination()];
    await publish(one, 5);
    await publish(other, 5);
    const endpoints = (await claim({ each: 1 })).map(({ endpointId }) => endpointId);
    expect(endpoints.toSorted()).toEqual([one.endpointId, other.endpointId].toSorted());
    expect(await claim({ each: 1 })).toEqual([]);
    expect(await claim({ each: 2 })).toHaveLength(2);
  });

  it('claiming leaves out destinations that are to get no more', async () => {
    const [full, other] = [await aDestination(), await aDestination()];
    await publish(full, 5);
    await publish(other, 5);
    const mine = await claim({ excluded: [full.endpointId] });
    expect(mine.map(({ endpointId }) => endpointId)).toEqual(Array.from({ length: 4 }, () => other.endpointId));
  });

  it('claiming says where to go on, also when all that it came past were full', async () => {
    const destinations = await Promise.all(Array.from({ length: 12 }, () => aDestination()));
    for (const destination of destinations) await publish(destination);
    const ids = destinations.map(({ endpointId }) => endpointId).sort();
    const full = ids.slice(0, 11);
    const first = await claimed({ lanes: 10, excluded: full });
    expect(first).toEqual({ claims: [], next: ids[9], walked: 10 }); // ten destinations are walked past, no more
    const second = await claimed({ lanes: 10, excluded: full, after: first.next! });
    expect([second.claims.map(({ endpointId }) => endpointId), second.next]).toEqual([[ids[11]], null]);
  });

  it('claiming gives no row to two workers', async () => {
    const destinations = await Promise.all(Array.from({ length: 50 }, () => aDestination()));
    for (const destination of destinations) await publish(destination, 4);
    const mine = (await Promise.all(Array.from({ length: 8 }, () => claim({ slots: 50 })))).flat();
    expect(new Set(mine.map(({ id }) => id)).size).toBe(mine.length);
  });

  it('claiming walks along the index, however much history there is', async () => {
    const destination = await aDestination();
    await test.db.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'video_quota.low', '{}', 'delivered', now() FROM generate_series(1, 20000)`,
      [destination.userId, destination.endpointId],
    );
    await test.db.query('ANALYZE webhook_deliveries');
    await publish(destination);
    const limits = [NIL_ID, 200, 4, 100, []];
    const plan = await test.db.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${PICK}`, [...limits, NIL_ID, LAST_ID]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('webhook_deliveries_default_endpoint_id_id_idx'); // where rows with random ids are
    expect(text).not.toMatch(/Seq Scan on webhook_deliveries_default/);
  });
});

describe('claiming for slow destinations', () => {
  it('claiming for slow destinations takes one for each in order, none where nothing is due, all is busy or it is gone', async () => {
    const [idle, busy, gone, late, first] = [await aDestination(), await aDestination(), await aDestination(), await aDestination(), await aDestination()]; // prettier-ignore
    for (const destination of [busy, gone, late, first]) await publish(destination, 2);
    await claim({ each: 1, excluded: [gone, late, first].map(({ endpointId }) => endpointId) });
    await remove(gone);
    const ids = [idle, busy, gone, first, late].map(({ endpointId }) => endpointId);
    const [one] = await claims.claimFor(ids, { slots: 1, leaseSeconds: 30 });
    expect(one?.endpointId).toBe(first.endpointId);
    const rest = await claims.claimFor(ids, { slots: 10, leaseSeconds: 30 });
    expect(rest.map(({ endpointId }) => endpointId)).toEqual([late.endpointId]);
  });
});

describe('what became of a claim', () => {
  it('the result of a claim counts the attempts that were claimed', async () => {
    const destination = await aDestination();
    await publish(destination);
    const [first] = await claim();
    await claims.record([retried(first!, 0)]);
    expect(await statuses(destination)).toEqual(['queued 1']);
    expect(await sweeps.wakeRetries()).toBe(1);
    const [second] = await claim();
    expect(second?.attempts).toBe(2);
    await claims.record([delivered(second!)]);
    expect(await statuses(destination)).toEqual(['delivered 2']);
  });

  it('a delivery whose attempt failed is not claimed again before its time', async () => {
    const destination = await aDestination();
    await publish(destination);
    const [first] = await claim();
    await claims.record([retried(first!, 60)]);
    expect([await sweeps.wakeRetries(), await claim()]).toEqual([0, []]);
  });

  it('a claim that is released before its attempt counts no attempt', async () => {
    const destination = await aDestination();
    await publish(destination);
    await claims.release(await claim());
    expect(await statuses(destination)).toEqual(['queued 0']);
    await claims.release(await claim(), 60);
    expect(await statuses(destination)).toEqual(['queued 0']);
    expect(await claim()).toEqual([]); // not before a minute is over
  });

  it('the result of a claim is not recorded once another worker has claimed the delivery', async () => {
    const destination = await aDestination();
    await publish(destination);
    const [lost] = await claim({ leaseSeconds: 0 });
    expect(await sweeps.recover(DELAYS)).toBe(1);
    const [again] = await claim();
    expect(again?.attempts).toBe(2);
    expect((await claims.record([delivered(lost!)])).size).toBe(0);
    expect(await statuses(destination)).toEqual(['sending 2']);
  });

  it('a claim’s result has an entry in the attempt log for each attempt', async () => {
    const destination = await aDestination();
    await publish(destination);
    const [first] = await claim();
    await claims.record([retried(first!, 0)]);
    await sweeps.wakeRetries();
    await claim({ leaseSeconds: 0 });
    await sweeps.recover(DELAYS);
    const [third] = await claim();
    await claims.record([delivered(third!)]);
    expect((await queries.find(first!.id))?.attemptLog).toEqual([
      { number: 1, started_at: expect.any(String), duration_ms: 8, outcome: '500' },
      { number: 2, started_at: expect.any(String), duration_ms: null, outcome: 'lost' },
      { number: 3, started_at: expect.any(String), duration_ms: 7, outcome: '200' },
    ]);
  });

  it('the attempt log gets the results of a batch of claims in one statement without a transaction', async () => {
    const destination = await aDestination();
    await publish(destination, 30);
    const batch = await claim({ each: 30 });
    // TypeORM passes every statement to its logger, BEGIN and COMMIT included.
    const statements = jest.spyOn(test.db.logger, 'logQuery');
    const recorded = await claims.record(batch.map((one, index) => (index % 2 ? delivered(one) : retried(one, 60))));
    const sent = statements.mock.calls.length;
    statements.mockRestore();
    expect([sent, recorded.size, await count('jsonb_array_length(attempt_log) = 1')]).toEqual([1, 30, 30]);
  });
});

describe('a lost attempt (contract 6.16)', () => {
  let before: Date;
  const lose = async () => {
    [{ before }] = await test.db.query<[{ before: Date }]>('SELECT clock_timestamp() AS before');
    expect(await claim({ leaseSeconds: 0 })).toHaveLength(1);
    expect(await sweeps.recover(DELAYS)).toBe(1);
  };
  /** Seconds until the repetition, from before the loss and from now. A busy machine takes a moment between the two. */
  const waiting = async () => {
    const [row] = await test.db.query<{ fromBefore: number | null; fromNow: number | null }[]>(
      `SELECT extract(epoch FROM retry_at - $1)::float8 AS "fromBefore",
              extract(epoch FROM retry_at - clock_timestamp())::float8 AS "fromNow" FROM webhook_deliveries`,
      [before],
    );
    return row;
  };
  const wake = () => test.db.query('UPDATE webhook_deliveries SET ready_at = now(), retry_at = NULL');

  it('a lost attempt is repeated at once the first time, and after the delay of the schedule from then on', async () => {
    const destination = await aDestination();
    await publish(destination);
    await lose();
    expect([await statuses(destination), await waiting()]).toEqual([['queued 1'], { fromBefore: null, fromNow: null }]);
    await lose();
    expect(await statuses(destination)).toEqual(['queued 2']);
    expect((await waiting())?.fromBefore).toBeGreaterThanOrEqual(300);
    expect((await waiting())?.fromNow).toBeLessThanOrEqual(330);
    await wake();
    await lose();
    expect((await waiting())?.fromBefore).toBeGreaterThanOrEqual(900);
  });

  it('a lost attempt that was the sixth is repeated once, as the sixth, and fails when it is lost again', async () => {
    const destination = await aDestination();
    await publish(destination);
    await test.db.query('UPDATE webhook_deliveries SET attempts = 5, lost_attempts = 2');
    await lose();
    expect(await statuses(destination)).toEqual(['queued 6']);
    expect((await waiting())?.fromBefore).toBeGreaterThanOrEqual(10_800);
    await wake();
    await claims.release(await claim()); // an attempt that was not made changes nothing
    expect(await statuses(destination)).toEqual(['queued 6']);
    await lose();
    expect(await statuses(destination)).toEqual(['failed 6']);
  });

  it('a lost attempt that was the sixth and is repeated can still deliver', async () => {
    const destination = await aDestination();
    await publish(destination);
    await test.db.query('UPDATE webhook_deliveries SET attempts = 5');
    await lose();
    const [repeated] = await claim();
    await claims.record([delivered(repeated!)]);
    expect(await statuses(destination)).toEqual(['delivered 6']);
  });
});

describe('few rows are read', () => {
  const deliveries = (destination: Destination, count: number, columns?: readonly [string, string]) =>
    storeDeliveries(test.db, destination, count, columns);
  const FINISHED = ['status, finished_at', `'delivered', now()`] as const;

  it('few rows are read by a sweep for retries, however many wait', async () => {
    const destination = await aDestination();
    await deliveries(destination, 5000, ['attempts, retry_at', `1, now() + interval '1 hour'`]);
    await deliveries(destination, 3, ['attempts, retry_at', '1, now()']);
    await test.db.query('ANALYZE webhook_deliveries');
    const wake = async (tx: EntityManager) => expect((await tx.query<[unknown, number]>(WAKE_RETRIES, [1000, NIL_ID, LAST_ID]))[1]).toBe(3);
    expect(await rowsRead(test.db, wake)).toBeLessThan(100);
  });

  describe('also with statistics of before the deliveries were there', () => {
    /** The last one that has something due. */
    let last: Destination;
    let sending: readonly Pick<Claim, 'id' | 'claimId'>[];
    beforeEach(async () => {
      await deliveries(await aDestination(), 500, FINISHED);
      await test.db.query('ANALYZE webhook_deliveries');
      const [mine, others] = [await aDestination(), await aDestination()];
      const inFlight = ['status, attempts, claim_id, lease_until', `'sending', 1, uuidv7(), now() + interval '1 hour'`] as const;
      await deliveries(mine, 10, inFlight);
      for (const what of [FINISHED, inFlight, undefined]) await deliveries(others, 2000, what);
      await deliveries(mine, 10, inFlight);
      last = await aDestination();
      await deliveries(last, 20);
      sending = await test.db.query(`SELECT id, claim_id AS "claimId" FROM webhook_deliveries WHERE endpoint_id = $1`, [mine.endpointId]);
    });
    const on = (tx: EntityManager) => claimsOn(tx as never, new OpenRange(test.db));
    const options = { slots: 100, each: 4, lanes: 400, leaseSeconds: 30, after: NIL_ID, excluded: [] };

    it.each<[string, (tx: EntityManager) => Promise<number>, number]>([
      ['claiming', async (tx) => (await on(tx).claim(options)).claims.length, 4],
      ['claiming for destinations', async (tx) => (await on(tx).claimFor([last.endpointId], { slots: 10, leaseSeconds: 30 })).length, 1],
      ['recording', async (tx) => (await on(tx).record(sending.map((one) => delivered(one as Claim)), tx)).size, 20],
      ['looking which claims hold', async (tx) => (await on(tx).held(sending)).size, 20],
      ['looking for the partitions with unfinished deliveries', async (tx) => (await new OpenRange(tx as never).current(), 0), 0],
    ])('few rows are read by %s, also with statistics of before the deliveries were there', async (_, work, result) => {
      expect(await rowsRead(test.db, async (tx) => expect(await work(tx)).toBe(result))).toBeLessThan(200);
    }); // prettier-ignore

    it('few rows are read by releasing, also with statistics of before the deliveries were there', async () => {
      expect(await rowsRead(test.db, (tx) => on(tx).release(sending))).toBeLessThan(200);
      expect(await count(`status = 'queued' AND ready_at IS NOT NULL AND id = '${sending[0]?.id}'`)).toBe(1);
    });
  });

  it('few pages are read by a claim beside a held snapshot: each delivery that is done is passed once (contract 16.9)', async () => {
    const destinations = await Promise.all(Array.from({ length: 30 }, () => aDestination()));
    const reader = test.db.createQueryRunner();
    await reader.startTransaction('REPEATABLE READ');
    await reader.query('SELECT count(*) FROM users');
    let done = 0;
    for (let round = 0; round < 3; round += 1) {
      for (const destination of destinations) await deliveries(destination, 20);
      for (let some = await claim(); some.length > 0; some = await claim()) done += (await claims.record(some.map(delivered))).size;
    }
    const { from, to } = await new OpenRange(test.db).current();
    const [plan] = await test.db.transaction((tx) =>
      tx.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${PICK}`, [
        NIL_ID,
        400,
        4,
        100,
        [],
        from,
        to,
      ]),
    );
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plan?.['QUERY PLAN'][0].Plan ?? {};
    await reader.rollbackTransaction();
    await reader.release();
    expect([done, hit + read > 0, (hit + read) / done < 0.5]).toEqual([1800, true, true]);
  });

  it('few rows are read by the history of a user, also with statistics of before other users had any', async () => {
    const [first, other] = [await aDestination(), await aDestination()];
    await deliveries(first, 500, FINISHED);
    await test.db.query('ANALYZE webhook_deliveries');
    await deliveries(other, 5000, FINISHED);
    expect(await rowsRead(test.db, (tx) => tx.query(LATEST, [first.userId, 50, new Date(0)]))).toBeLessThan(300);
    // And of a user who has many.
    await test.db.query('ANALYZE webhook_deliveries');
    expect(await rowsRead(test.db, (tx) => tx.query(LATEST, [other.userId, 50, new Date(0)]))).toBeLessThan(300);
  });
});

describe('canceling', () => {
  it('canceling ends what is queued and what is being sent, and says whether anything was in flight', async () => {
    const [destination, other] = [await aDestination(), await aDestination()];
    await publish(destination, 6);
    await publish(other, 1);
    const mine = await claim();
    expect((await claims.held(mine)).size).toBe(5);
    await remove(destination);
    expect(await backlogs.cancelAll(test.db.manager, destination.endpointId)).toEqual({ inFlight: true });
    expect((await claims.held(mine)).size).toBe(1);
    expect((await claims.record(mine.map(delivered))).size).toBe(1);
    expect(await statuses(destination)).toEqual(['canceled 1', 'canceled 1', 'canceled 1', 'canceled 1', 'canceled 0', 'canceled 0']);
    expect(await backlogs.cancelAll(test.db.manager, destination.endpointId)).toEqual({ inFlight: false });
    expect(await backlogs.continueAll()).toBe(false);
  });

  it('canceling 50,000 deliveries does a thousand at once, shows all as canceled, and leaves the rest to the sweep', async () => {
    const destination = await aDestination();
    await test.db.query('ANALYZE webhook_deliveries'); // the statistics are of before
    await storeDeliveries(test.db, destination, 50_000);
    await remove(destination);
    await backlogs.cancelAll(test.db.manager, destination.endpointId);
    expect(await count('finished_at IS NOT NULL')).toBe(1000);
    expect(new Set(await statuses(destination))).toEqual(new Set(['canceled 0']));
    expect(await claim()).toEqual([]);
    await until(async () => !(await backlogs.continueAll()));
    expect(await count(`status = 'canceled'`)).toBe(50_000);
  });

  it('canceling what is held takes nothing from a destination that is verified again meanwhile', async () => {
    const destination = await aDestination('pending');
    await publish(destination, 1500);
    await backlogs.giveUp(test.db.manager, destination.endpointId);
    expect(await count(`status = 'canceled'`)).toBe(1000);
    expect(new Set(await statuses(destination))).toEqual(new Set(['canceled 0']));
    await backlogs.complete(destination.endpointId);
    expect(await count(`status = 'canceled'`)).toBe(1500);
  });
});

it('a destination that left 25,000 deliveries takes turns with one that left a single one: a sweep cancels that, too', async () => {
  const [large, small] = [await aDestination(), await aDestination()];
  await storeDeliveries(test.db, large, 25_000);
  await storeDeliveries(test.db, small, 1);
  for (const destination of [large, small]) {
    await remove(destination);
    await test.db.query('INSERT INTO webhook_backlogs (endpoint_id) VALUES ($1)', [destination.endpointId]);
  }
  await backlogs.continueAll();
  expect([(await count('finished_at IS NULL')) > 0, await count(`status = 'canceled' AND user_id = '${small.userId}'`)]).toEqual([true, 1]);
});

describe('releasing', () => {
  it('releasing many held deliveries continues after the transaction', async () => {
    const destination = await aDestination('pending');
    await publish(destination, 2500);
    await backlogs.activate(test.db.manager, destination.endpointId);
    expect(await count('ready_at IS NOT NULL')).toBe(1000);
    expect(await sweeps.look()).toEqual({ isDue: true, isReady: true });
    await until(async () => !(await backlogs.continueAll()));
    expect(await count('ready_at IS NOT NULL')).toBe(2500);
    expect(await count('true', 'webhook_backlogs')).toBe(0);
    expect(await sweeps.look()).toEqual({ isDue: false, isReady: true });
  });
});
