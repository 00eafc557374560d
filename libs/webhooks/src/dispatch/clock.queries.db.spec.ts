import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { aPublisher, publishLowQuota } from '@app/outbox/testing';
import { withPassingTime } from '@app/process/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointsQueries } from '../endpoints/endpoints.queries.js';
import { FailingDestinations } from '../endpoints/failing.job.js';
import { aDestination } from '../testing/attempts.js';
import { ClockQueries } from './clock.queries.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let userId: string;

const endpoints = new EndpointsQueries();

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  await test.db.query('UPDATE webhook_clock SET read_at = clock_timestamp()');
  ({ userId } = await aDestination(test.db));
  await publishLowQuota(test.db, userId);
});

const aWorker = (moved: readonly string[] = []) => Object.assign(new ClockQueries(test.db, moved), { followMs: 0 });

/**
 * As if the clock had been set by so many seconds: all that is stored is earlier or later by as much.
 * @param rows whether they were written before the last reading of the clock, or between it and the step
 */
async function setClock(seconds: number, rows: 'before the reading' | 'after the reading' = 'before the reading'): Promise<void> {
  const moved = (column: string) => `${column} = ${column} - $1 * interval '1 second'`;
  const clock = () => test.db.query(`UPDATE webhook_clock SET ${moved('read_at')}`, [seconds]);
  if (rows === 'after the reading') await clock();
  await test.db.query(`UPDATE webhook_deliveries SET ${moved('retry_at')}, ${moved('lease_until')}`, [seconds]);
  await test.db.query(`UPDATE webhook_registrations SET ${moved('registered_at')}`, [seconds]);
  await test.db.query(`UPDATE webhook_health SET ${moved('failing_since')}`, [seconds]);
  if (rows === 'before the reading') await clock();
}

/** One delivery with a retry and, as no real one has, a lease beside it. */
const plan = (retrySeconds = 300) =>
  test.db.query(
    `UPDATE webhook_deliveries SET ready_at = NULL, retry_at = clock_timestamp() + $1 * interval '1 second', lease_until = clock_timestamp() + interval '25 seconds'`,
    [retrySeconds],
  );

const secondsTo = async (column: string): Promise<number> =>
  (await test.db.query<[{ s: number }]>(`SELECT extract(epoch FROM ${column} - clock_timestamp())::float8 AS s FROM webhook_deliveries`))[0]
    .s;

describe.each([3600, -3600])('after a clock step of %d seconds (contract 2.13)', (step) => {
  it('a retry and a lease go on as if nothing had happened, and one of two workers notices', async () => {
    const workers = [aWorker(), aWorker()];
    for (const worker of workers) expect(await worker.readTime()).toBe(0);
    await test.db.query(`UPDATE webhook_deliveries SET ready_at = NULL, retry_at = clock_timestamp() + interval '300 seconds'`);
    await setClock(step);
    const noticed = await Promise.all(workers.map((worker) => worker.readTime()));
    expect(noticed.filter((seconds) => seconds !== 0)).toEqual([expect.closeTo(step, -1)]);
    expect(await secondsTo('retry_at')).toBeGreaterThan(240);
    expect(await secondsTo('retry_at')).toBeLessThan(301);

    await test.db.query(
      `UPDATE webhook_deliveries SET retry_at = NULL, status = 'sending', claim_id = $1, lease_until = clock_timestamp() + interval '25 seconds'`,
      [newId()],
    );
    await setClock(step);
    await Promise.all(workers.map((worker) => worker.readTime()));
    expect(await secondsTo('lease_until')).toBeLessThan(30);
    expect(await secondsTo('lease_until')).toBeGreaterThan(-30);
  });

  it('a retry and a lease of the seconds between the last reading and the step go on as if nothing had happened', async () => {
    const worker = aWorker();
    await worker.readTime();
    await plan();
    await setClock(step, 'after the reading');
    await worker.readTime();
    expect(await secondsTo('retry_at')).toBeCloseTo(300, -2);
    expect(await secondsTo('lease_until')).toBeCloseTo(25, -2);
  });

  it('a retry and a lease that the new clock gave before a worker noticed stay', async () => {
    const worker = aWorker();
    await worker.readTime();
    await setClock(step);
    await plan();
    await worker.readTime();
    expect(await secondsTo('retry_at')).toBeCloseTo(300, -2);
    expect(await secondsTo('lease_until')).toBeCloseTo(25, -2);
  });

  it('a retry of three hours keeps its delay', async () => {
    const worker = aWorker();
    await plan(10_800);
    await worker.readTime();
    await setClock(step);
    await worker.readTime();
    expect(await secondsTo('retry_at')).toBeCloseTo(10_800, -3);
  });

  it('the limit of registrations frees within its window', async () => {
    const worker = aWorker();
    await worker.readTime();
    const admit = () => test.db.transaction((tx) => endpoints.admit(tx, userId, 1));
    expect(await admit()).toBeNull();
    await setClock(step);
    if (step < 0) expect(await admit()).toBeLessThanOrEqual(3_600_000); // before a worker has noticed, too
    await worker.readTime();
    const freesInMs = (await admit()) ?? 0;
    expect(freesInMs).toBeGreaterThan(3_500_000);
    expect(freesInMs).toBeLessThanOrEqual(3_600_000);
  });
});

it('a step that could not be followed is noticed again (contract 2.13)', async () => {
  await setClock(-3600);
  await expect(aWorker(['SELECT 1 / floor($1::float8 - $1::float8), $2::timestamptz, $3::text']).readTime()).rejects.toThrow(
    'division by zero',
  );
  expect(await aWorker().readTime()).toBeCloseTo(-3600, -1);
});

it('a step that could not be followed at first moves what is planned by the step alone, not by the time that passed before it', () =>
  withPassingTime(async (pass) => {
    const moved = ['SELECT 1 / floor($1::float8 - $1::float8), $2::timestamptz, $3::text'];
    const clock = aWorker(moved);
    await clock.readTime();
    pass(100_000);
    await setClock(3700); // the 100 seconds that have passed, and a step of an hour
    await expect(clock.readTime()).rejects.toThrow('division by zero');
    moved.pop();
    expect(await clock.readTime()).toBeCloseTo(3600, -1);
  }));

it('a destination that has failed for ten minutes is not told of after a step of an hour', async () => {
  const clock = aWorker();
  await clock.readTime();
  await test.db.query(
    `INSERT INTO webhook_health (endpoint_id, failing_since) SELECT id, clock_timestamp() - interval '10 minutes' FROM webhook_endpoints WHERE user_id = $1`,
    [userId],
  );
  await setClock(3600);
  expect(await new FailingDestinations(test.db, aPublisher(), clock).tellFailing()).toBe(0);
});

it('a worker that was suspended does not take the clock for set', async () => {
  const [suspended, other] = [aWorker(), aWorker()];
  await suspended.readTime();
  await setClock(7200); // it slept for two hours, in which the other went on reading
  await test.db.query('UPDATE webhook_clock SET read_at = clock_timestamp()');
  expect(await other.readTime()).toBe(0);
  expect(await suspended.readTime()).toBe(0);
});
