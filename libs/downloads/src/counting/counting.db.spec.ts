import { randomBytes } from 'node:crypto';
import { authPersistence } from '@app/auth';
import { dataSourceOptions, newId, WORKER_TIMEOUTS } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Encryption } from '@app/env';
import { podcastsPersistence } from '@app/podcasts';
import { Clock, Metrics } from '@app/process';
import { until } from '@app/process/testing';
import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { DataSource } from 'typeorm';
import { ClickHouse } from '../clickhouse/clickhouse.queries.js';
import { CountingMetrics } from './counting.metrics.js';
import { CountingQueries } from './counting.queries.js';
import { DownloadCounter } from './download-counter.js';
import { HitBuffer, type Hit } from './hit-buffer.js';
import { ListenerExpiry } from './listener-expiry.queries.js';
import { ListenerKeys } from './listener-keys.js';
import { downloadsPersistence } from '../persistence.js';
import { aPodcast } from '../testing.js';

const persistence = [authPersistence, podcastsPersistence, downloadsPersistence];
const test = useDatabase(persistence);
const secret = randomBytes(32).toString('base64');
/** Where downloads are kept. */
const IN_POSTGRESQL = new ClickHouse({});
const LISTENER = { address: '192.0.2.7', agent: 'AntennaPod/3.4.0' };

/** An api process: its own keys in memory, its own buffer. */
class Process {
  readonly keys = new ListenerKeys(test.db, new Encryption(secret));
  private readonly queries = new CountingQueries(test.db, IN_POSTGRESQL);
  private readonly buffer = new HitBuffer(50_000);

  async hit(episodeId: string, at: string, listener = LISTENER): Promise<void> {
    const now = new Date(at);
    await this.keys.prepare(now);
    const hashes = this.keys.hashesOf(listener, now);
    if (hashes) this.buffer.add({ episodeId, at: now, ...hashes });
  }

  async write(): Promise<number> {
    let counted = 0;
    for (let hits = this.buffer.take(2000); hits.length > 0; hits = this.buffer.take(2000)) counted += await this.queries.record(hits);
    return counted;
  }
}

const counted = async (episodeId: string) =>
  (await test.db.query<{ at: Date }[]>('SELECT at FROM downloads WHERE episode_id = $1 ORDER BY at', [episodeId])).map(({ at }) =>
    at.toISOString(),
  );
const anEpisode = async () => (await aPodcast(test.db, 'One')).episodes[0] ?? '';

/** Each hit is written before the next, by a process of its own. */
async function hits(...times: string[]): Promise<string[]> {
  const episode = await anEpisode();
  for (const at of times) {
    const one = new Process();
    await one.hit(episode, at);
    await one.write();
  }
  return (await counted(episode)).map((at) => at.slice(0, 19));
}

describe('a listener counts once in six hours (contract 12.6)', () => {
  it.each([
    ['5:59:59 later is a repetition', ['2026-10-05T08:00:00Z', '2026-10-05T13:59:59Z'], ['2026-10-05T08:00:00']],
    ['6:00:00 later counts', ['2026-10-05T08:00:00Z', '2026-10-05T14:00:00Z'], ['2026-10-05T08:00:00', '2026-10-05T14:00:00']],
    ['6:00:01 later counts, though 5:59:59 was a repetition', ['2026-10-05T08:00:00Z', '2026-10-05T13:59:59Z', '2026-10-05T14:00:01Z'], ['2026-10-05T08:00:00', '2026-10-05T14:00:01']],
    ['over midnight, under another key', ['2026-10-05T23:59:59Z', '2026-10-06T00:00:01Z', '2026-10-06T05:59:58Z'], ['2026-10-05T23:59:59']],
    ['over midnight, 6:00:00 later counts', ['2026-10-05T23:00:00Z', '2026-10-06T04:59:59Z', '2026-10-06T05:00:00Z'], ['2026-10-05T23:00:00', '2026-10-06T05:00:00']],
    ['from the first hours on, without the old key', ['2026-10-05T23:00:00Z', '2026-10-06T05:30:00Z', '2026-10-06T06:30:00Z', '2026-10-06T11:29:59Z', '2026-10-06T11:30:00Z'], ['2026-10-05T23:00:00', '2026-10-06T05:30:00', '2026-10-06T11:30:00']],
    ['a late writer of six hours before counts, and the hour after the latest is still a repetition', ['2026-10-05T16:00:00Z', '2026-10-05T09:59:00Z', '2026-10-05T17:00:00Z'], ['2026-10-05T09:59:00', '2026-10-05T16:00:00']],
    ['late writers do not count twice', ['2026-10-05T10:00:00Z', '2026-10-05T09:59:00Z', '2026-10-05T15:59:00Z'], ['2026-10-05T10:00:00']],
  ])('a listener counts once in six hours: %s', async (_, times, expected) => expect(await hits(...times)).toEqual(expected)); // prettier-ignore

  it('a listener counts once in six hours also when the six hours end between two hits that are written at once', async () => {
    const episode = await anEpisode();
    const [before, after] = [new Process(), new Process()];
    await before.hit(episode, '2026-10-05T08:00:00Z');
    await before.write();
    for (const at of ['13:59:59.700', '13:59:59.900', '14:00:00.000', '14:00:00.100']) await after.hit(episode, `2026-10-05T${at}Z`);
    expect(await after.write()).toBe(1);
    expect(await counted(episode)).toEqual(['2026-10-05T08:00:00.000Z', '2026-10-05T14:00:00.100Z']);
  });

  it('200 requests of a listener at once are one download, in one process and in four', async () => {
    for (const processes of [1, 4]) {
      const episode = await anEpisode();
      const all = Array.from({ length: processes }, () => new Process());
      for (let n = 0; n < 200; n++) await all[n % processes]?.hit(episode, `2026-10-05T08:00:00.${String(n).padStart(3, '0')}Z`);
      const written = await Promise.all(all.map((one) => one.write()));
      expect(written.reduce((sum, one) => sum + one, 0)).toBe(1);
      expect(await counted(episode)).toHaveLength(1);
    }
  });

  it('a listener counts once where two processes meet at midnight, one on each side, in whatever order they write', async () => {
    for (let round = 0; round < 30; round++) {
      const episode = await anEpisode();
      const [before, after] = [new Process(), new Process()];
      await before.hit(episode, '2026-10-05T23:59:59.900Z');
      await after.hit(episode, '2026-10-06T00:00:00.100Z');
      await Promise.all(round % 2 ? [before.write(), after.write()] : [after.write(), before.write()]);
      expect(await counted(episode)).toHaveLength(1);
    }
  });

  it('a listener counts once when one process has both sides of midnight in one batch', async () => {
    const episode = await anEpisode();
    const one = new Process();
    await one.hit(episode, '2026-10-05T23:59:59.900Z');
    await one.hit(episode, '2026-10-06T00:00:00.100Z');
    expect(await one.write()).toBe(1);
  });

  it('batches of many listeners at once, in four processes, neither miss one nor get in each other’s way', async () => {
    const { episodes } = await aPodcast(test.db, 'One', 'Two', 'Three');
    const all = Array.from({ length: 4 }, () => new Process());
    for (const [number, one] of all.entries()) {
      for (let n = 0; n < 300; n++) {
        const listener = { address: `198.51.100.${(n * (number + 1)) % 100}`, agent: 'Castro 1' };
        await one.hit(episodes[n % 3] ?? '', number % 2 ? '2026-10-05T23:59:59Z' : '2026-10-06T00:00:01Z', listener);
      }
    }
    const expected = new Set(all.flatMap((_, number) => Array.from({ length: 300 }, (__, n) => `${n % 3} ${(n * (number + 1)) % 100}`)));
    const written = await Promise.all(all.map((one) => one.write()));
    expect(written.reduce((sum, one) => sum + one, 0)).toBe(expected.size);
  });

  it('hits that are written twice count once', async () => {
    const episode = await anEpisode();
    const queries = new CountingQueries(test.db, IN_POSTGRESQL);
    const some: Hit[] = [{ episodeId: episode, at: new Date('2026-10-05T08:00:00Z'), listener: 'a', earlier: null }];
    expect([await queries.record(some), await queries.record(some)]).toEqual([1, 0]);
  });

  it('hits of a deleted episode do not keep other hits from being counted', async () => {
    const episode = await anEpisode();
    const of = (episodeId: string): Hit => ({ episodeId, at: new Date(), listener: 'a', earlier: null });
    expect(await new CountingQueries(test.db, IN_POSTGRESQL).record([of(newId()), of(episode)])).toBe(1);
  });
});

it('the end of a process writes the downloads again that a write under way fails to write', async () => {
  const episode = await anEpisode();
  const { promise: underWay, reject: fail } = Promise.withResolvers<never>();
  let writes = 0;
  const query = (...of: [string, unknown[]]) => ((writes += 1) === 1 ? underWay : test.db.query(...of));
  const queries = new CountingQueries({ query } as unknown as typeof test.db, IN_POSTGRESQL);
  const keys = new ListenerKeys(test.db, new Encryption(secret));
  const counter = new DownloadCounter(keys, queries, new CountingMetrics(new Metrics()), new Clock(), pino({ level: 'silent' }));
  await counter.write(); // loads the keys
  counter.count(episode, { address: LISTENER.address, headers: { 'user-agent': LISTENER.agent } });
  void counter.write();
  await until(() => writes === 1);
  const ended = counter.onApplicationShutdown();
  fail(new Error('the database is away'));
  await ended;
  expect([writes, await counted(episode)]).toEqual([2, [expect.any(String)]]);
});

describe('who is a listener', () => {
  const at = new Date('2026-10-05T08:00:00Z');

  it.each([
    ['another agent', LISTENER, { ...LISTENER, agent: 'Castro 1' }, false],
    ['another address', LISTENER, { ...LISTENER, address: '192.0.2.8' }, false],
    ['no agent, twice', { ...LISTENER, agent: '' }, { ...LISTENER, agent: '' }, true],
    ['the same IPv6 /64', { ...LISTENER, address: '2001:db8:1:2::1' }, { ...LISTENER, address: '2001:db8:1:2:ffff:ffff:ffff:ffff' }, true],
    ['another IPv6 /64', { ...LISTENER, address: '2001:db8:1:2::1' }, { ...LISTENER, address: '2001:db8:1:3::1' }, false],
    ['IPv4 in IPv6', LISTENER, { ...LISTENER, address: '::ffff:192.0.2.7' }, true],
  ])('one listener or two: %s', async (_, one, other, same) => {
    const keys = new ListenerKeys(test.db, new Encryption(secret));
    await keys.prepare(at);
    expect(keys.hashesOf(one, at)?.listener === keys.hashesOf(other, at)?.listener).toBe(same);
  });
});

describe('the keys of listeners', () => {
  const stored = () => test.db.query<{ day: string; sealed: Buffer }[]>('SELECT day::text, sealed FROM listener_keys ORDER BY day');

  it('the keys of listeners are one a day for all processes, also when they begin at once', async () => {
    const at = new Date('2027-01-05T08:00:00Z');
    const all = Array.from({ length: 8 }, () => new ListenerKeys(test.db, new Encryption(secret)));
    await Promise.all(all.map((keys) => keys.prepare(at)));
    expect(new Set(all.map((keys) => keys.hashesOf(LISTENER, at)?.listener)).size).toBe(1);
  });

  it('the keys of listeners are renewed every day, and yesterday’s is tried for six hours more', async () => {
    const keys = new ListenerKeys(test.db, new Encryption(secret));
    const hashes = async (at: string) => {
      await keys.prepare(new Date(at));
      return keys.hashesOf(LISTENER, new Date(at));
    };
    const monday = await hashes('2027-02-01T23:00:00Z');
    const early = await hashes('2027-02-02T05:59:59Z');
    const later = await hashes('2027-02-02T06:00:00Z');
    expect(monday?.earlier).toBeNull();
    expect(early).toEqual({ listener: expect.any(String), earlier: monday?.listener });
    expect(early?.listener).not.toBe(monday?.listener);
    expect(later).toEqual({ listener: early?.listener, earlier: null });
  });

  it('the keys of listeners are there for the next day too, so that an outage over midnight loses no download', async () => {
    const keys = new ListenerKeys(test.db, new Encryption(secret));
    await keys.prepare(new Date('2027-03-01T00:00:00Z'));
    expect(keys.hashesOf(LISTENER, new Date('2027-03-02T23:59:59Z'))).not.toBeNull();
    expect(keys.hashesOf(LISTENER, new Date('2027-03-03T00:00:00Z'))).toBeNull();
  });

  it('the keys of listeners leave a process’s memory six hours after their day, also while the database is away', async () => {
    const options = { url: test.url, poolSize: 1, persistence, timeouts: WORKER_TIMEOUTS };
    const db = await new DataSource(dataSourceOptions(options)).initialize();
    const keys = new ListenerKeys(db, new Encryption(secret));
    const [evening, early, later] = ['2027-03-11T23:00:00Z', '2027-03-12T05:59:59Z', '2027-03-12T06:00:00Z'].map((at) => new Date(at));
    await keys.prepare(evening!);
    await db.destroy();
    await expect(keys.prepare(early!)).rejects.toThrow();
    expect(keys.hashesOf(LISTENER, early!)).toEqual({ listener: expect.any(String), earlier: expect.any(String) });
    await expect(keys.prepare(later!)).rejects.toThrow();
    expect([keys.hashesOf(LISTENER, evening!), keys.hashesOf(LISTENER, later!)]).toEqual([null, expect.anything()]);
  });

  it('the keys of listeners are sealed at rest, and anew by the first process that has a new encryption key', async () => {
    const at = new Date('2027-04-01T12:00:00Z');
    const one = new ListenerKeys(test.db, new Encryption(secret));
    await one.prepare(at);
    const newSecret = randomBytes(32).toString('base64');
    await expect(new ListenerKeys(test.db, new Encryption(newSecret)).prepare(at)).rejects.toThrow('not known');
    for (const previous of [[secret], []]) {
      const renewed = new ListenerKeys(test.db, new Encryption(newSecret, previous));
      await renewed.prepare(at);
      expect(renewed.hashesOf(LISTENER, at)).toEqual(one.hashesOf(LISTENER, at));
    }
    for (const { sealed } of await stored()) expect(sealed.length).toBeGreaterThan(44);
  });

  it('the keys of listeners are forgotten six hours after their day', async () => {
    await test.db.query('DELETE FROM listener_keys');
    const keys = new ListenerKeys(test.db, new Encryption(secret));
    for (const at of ['2027-05-01T12:00:00Z', '2027-05-02T12:00:00Z']) await keys.prepare(new Date(at));
    const days = async () => (await stored()).map(({ day }) => day);
    const forget = async (at: string) => (await new ListenerExpiry(test.db).deleteExpired(new Date(at))).keys;
    expect([await forget('2027-05-02T05:59:59Z'), await days()]).toEqual([0, ['2027-05-01', '2027-05-02', '2027-05-03']]);
    expect([await forget('2027-05-02T06:00:00Z'), await days()]).toEqual([1, ['2027-05-02', '2027-05-03']]);
  });

  it('the keys of listeners leave neither address nor agent in the database', async () => {
    const episode = await anEpisode();
    const one = new Process();
    await one.hit(episode, '2026-10-05T08:00:00Z', { address: '203.0.113.99', agent: 'VeryOwnPlayer/77' });
    await one.write();
    const rows = await test.db.query<object[]>(
      `SELECT d.*, w.* FROM downloads d, download_windows w WHERE d.episode_id = $1 AND w.episode_id = $1`,
      [episode],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|VeryOwn/);
  });
});

it('windows of listeners that have passed are forgotten, and others are not', async () => {
  await test.db.query('DELETE FROM download_windows');
  const of = (listener: string, at: string): Hit => ({ episodeId: '', at: new Date(at), listener, earlier: null });
  const episodeId = await anEpisode();
  const queries = new CountingQueries(test.db, IN_POSTGRESQL);
  await queries.record([of('old', '2026-10-05T00:59:59Z'), of('young', '2026-10-05T02:00:01Z')].map((hit) => ({ ...hit, episodeId })));
  expect((await new ListenerExpiry(test.db).deleteExpired(new Date('2026-10-05T08:00:00Z'))).windows).toBe(1);
  expect(await queries.record([{ ...of('young', '2026-10-05T08:00:00Z'), episodeId }])).toBe(0);
});

it('windows of listeners are deleted in statements of 5,000 rows, and all that have passed are deleted', async () => {
  await test.db.query('DELETE FROM download_windows');
  const episodeId = await anEpisode();
  await test.db.query(
    `INSERT INTO download_windows (episode_id, listener, at)
     SELECT $1, lpad(n::text, 6, '0'), CASE WHEN n % 10 = 0 THEN timestamptz '2026-10-05T07:00:00Z' ELSE '2026-10-05T01:00:00Z' END
       FROM generate_series(1, 12000) n`,
    [episodeId],
  );
  const statements: number[] = [];
  const counted = {
    query: async (statement: string, parameters: unknown[]) => {
      const rows = await test.db.query<{ deleted: number }[]>(statement, parameters);
      statements.push(rows[0]?.deleted ?? 0);
      return rows;
    },
    manager: test.db.manager,
  } as unknown as typeof test.db;
  expect((await new ListenerExpiry(counted).deleteExpired(new Date('2026-10-05T09:00:00Z'))).windows).toBe(10_800);
  expect(statements).toEqual([4500, 4500, 1800]);
  expect(await test.db.query('SELECT count(*)::int AS left FROM download_windows')).toEqual([{ left: 1200 }]);
});
