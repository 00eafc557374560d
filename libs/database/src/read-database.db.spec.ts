import { logContext, Metrics } from '@app/process';
import { until } from '@app/process/testing';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Gauge } from 'prom-client';
import type { ReadDatabase } from './read-database.queries.js';
import { ReplicaLag } from './replica-lag.metrics.js';
import { readsOn } from './testing/reads-on.js';
import { useDatabase } from './testing/use-database.js';

const test = useDatabase([]);
const open: ReadDatabase[] = [];

/** Of the test's database, as a standby: its functions shadow those that say what a server is and has replayed. */
beforeAll(async () => {
  for (const statement of [
    'CREATE SCHEMA standby',
    'CREATE TABLE standby.state (replayed pg_lsn, is_conflicting boolean)',
    `INSERT INTO standby.state VALUES ('0/100', false)`,
    `CREATE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
    `CREATE FUNCTION standby.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS 'SELECT replayed FROM standby.state'`,
    `CREATE FUNCTION public.answer() RETURNS text LANGUAGE sql AS $$ SELECT 'primary' $$`,
    `CREATE FUNCTION standby.answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT is_conflicting FROM standby.state) THEN RAISE EXCEPTION 'conflict with recovery' USING ERRCODE = '40001'; END IF;
       RETURN 'replica'; END $$`,
  ])
    await test.db.query(statement);
});
afterEach(async () => {
  for (const reads of open.splice(0)) await reads.onApplicationShutdown();
});

function aReader(): ReadDatabase {
  const url = new URL(test.url);
  url.searchParams.set('options', '-c search_path=standby,pg_catalog,public');
  const reads = readsOn(test.db, url.href);
  open.push(reads);
  return reads;
}

/** The server that answers a request which must see the log until a position, and whether the request knows that. */
const answering = (reads: ReadDatabase, position = 0) =>
  logContext.run({}, async () => {
    reads.mustSee(position);
    const [row] = await reads.query<{ answer: string }[]>('SELECT answer()', []);
    return [row?.answer, reads.isFromReplica];
  });

describe('reads (contract 2.14)', () => {
  it('reads are answered by the replica once it has replayed what the request must see, until then by the primary', async () => {
    const reads = aReader();
    expect(await answering(reads, 0x101)).toEqual(['primary', false]);
    expect(await answering(reads, 0x100)).toEqual(['replica', true]);
    expect(await answering(reads, 0x101)).toEqual(['primary', false]);
    await test.db.query(`UPDATE standby.state SET replayed = '0/101'`);
    expect(await answering(reads, 0x101)).toEqual(['replica', true]);
  });

  it('a request that a replica has answered must see as much from then on, also of a snapshot and by another connection', async () => {
    const [reads, later] = [aReader(), aReader()];
    await test.db.query(`UPDATE standby.state SET replayed = '0/200'`);
    const shown = await logContext.run({}, async () => {
      await reads.query('SELECT answer()', []);
      const first = reads.position;
      await test.db.query(`UPDATE standby.state SET replayed = '0/201'`);
      const { release } = await reads.openSnapshot();
      await release();
      return [first, reads.position];
    });
    expect(shown).toEqual([0x200, 0x201]);
    await test.db.query(`UPDATE standby.state SET replayed = '0/1FF'`); // another standby, behind the same name
    expect(await answering(later, shown[1])).toEqual(['primary', false]);
  });

  it('reads are answered by the primary when the replica cancels them, and the next ones by the replica', async () => {
    const reads = aReader();
    await test.db.query('UPDATE standby.state SET is_conflicting = true');
    expect(await answering(reads)).toEqual(['primary', false]);
    await test.db.query('UPDATE standby.state SET is_conflicting = false');
    expect(await answering(reads)).toEqual(['replica', true]);
  });
});

it('the lag of a replica is the time for which it has lacked something, however long it had lacked nothing before', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] }); // prettier-ignore
  const metrics = new Metrics();
  const lag = new ReplicaLag(aReader(), metrics);
  const shown = jest.spyOn(metrics.registry.getSingleMetric('database_replica_lag_seconds') as Gauge, 'set');
  const lagAt = async (replayed: string) => {
    const looks = shown.mock.calls.length;
    await test.db.query('UPDATE standby.state SET replayed = $1', [replayed]);
    jest.advanceTimersByTime(5000);
    await until(() => shown.mock.calls.length > looks);
    return shown.mock.lastCall?.[0];
  };
  try {
    lag.onApplicationBootstrap();
    const all = 'FFFF/0';
    expect([await lagAt(all), await lagAt(all), await lagAt(all)]).toEqual([0, 0, 0]);
    expect([await lagAt('0/100'), await lagAt('0/100'), await lagAt(all)]).toEqual([5, 10, 0]);
    await lag.onApplicationShutdown();
  } finally {
    jest.useRealTimers();
  }
});
