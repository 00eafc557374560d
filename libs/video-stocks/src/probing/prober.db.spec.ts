import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { healthOn, rowsRead, useDatabase } from '@app/database/testing';
import { anMp4 } from '@app/media';
import { Clock } from '@app/process';
import { until, withPassingTime } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { PodcastsService } from '@app/podcasts/services';
import { QuotaAccounts, quotaPersistence } from '@app/quota';
import { uploadsPersistence, type UploadStorage } from '@app/uploads';
import { anUpload, uploadsOn } from '@app/uploads/testing';
import { outboxPersistence } from '@app/outbox';
import { aPublisher } from '@app/outbox/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { EntityManager } from 'typeorm';
import { videoStocksPersistence } from '../persistence.js';
import { PROBE_LIMITS } from './probe.js';
import { PROBE_EVERY_SECONDS } from './probe.job.js';
import { CLAIM_DUE, LEASE_MS, ProbeQueries } from './probe.queries.js';
import { Prober } from './prober.js';
import { StockChanges } from '../changes/stock-changes.js';
import { aVideoStock } from '../testing.js';
import { VideoStocksQueries } from '../video-stocks.queries.js';
import { videoStocksStatus } from '../video-stocks-status.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence]); // prettier-ignore

/** The parts of a storage that reading a file uses. */
type Storage = Pick<UploadStorage, 'lengthOf' | 'readRange'>;

const file = anMp4({ seconds: 7 });
const sound: Storage = {
  lengthOf: () => Promise.resolve(file.length),
  readRange: (_, from, length) => Promise.resolve(Uint8Array.from(file.subarray(from, from + length))),
};
const never = () => new Promise<never>(() => undefined);
const refused = () => Promise.reject(new Error('connection refused'));

const queries = () => new ProbeQueries(test.db, new Clock());

let logged: { readonly level: number; readonly stock: string; readonly err?: { readonly message: string } }[] = [];
afterEach(() => void (logged = []));

/** A prober as in a worker, with this storage and short timeouts for it. */
function proberOn(storage: Storage, health = healthOn(test.db)): Prober {
  const { db } = test;
  const changes = new StockChanges(new VideoStocksQueries(db, new Clock()), new PodcastsService(db, new Clock()), uploadsOn(db), new QuotaAccounts(db), aPublisher(), new Clock()); // prettier-ignore
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
  return Object.assign(new Prober(db, queries(), changes, storage as UploadStorage, log, health), {
    limits: { ...PROBE_LIMITS, answerMilliseconds: 100 },
  });
}

/** Ends all claims, as after the crash of a worker. */
const lapse = () => test.db.query(`UPDATE video_stocks SET probe_due_at = now() - interval '1 second'`);

/** The only stock that is to be read. @returns its id */
async function aStock(): Promise<string> {
  await test.db.query('DELETE FROM video_stocks');
  const [userId, podcastId] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name, available_seconds) VALUES ($1, 'Ann', 1000)`, [userId]);
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [podcastId, userId]);
  const uploadId = await anUpload(test.db, { userId });
  const id = await aVideoStock(test.db, { podcastId, uploadId, status: 'processing', durationSeconds: null });
  await lapse();
  return id;
}

const shown = async (id: string) => {
  const [row] = await test.db.query<object[]>('SELECT status, duration_seconds, failure_code FROM video_stocks WHERE id = $1', [id]);
  return row;
};
const attemptsOf = async (id: string) => {
  const [row] = await test.db.query<{ attempts: number }[]>('SELECT probe_attempts AS attempts FROM video_stocks WHERE id = $1', [id]);
  return row?.attempts;
};
const processing = { status: 'processing', duration_seconds: null, failure_code: null };
const ready = { status: 'ready', duration_seconds: 7, failure_code: null };
const unreadable = { status: 'failed', duration_seconds: null, failure_code: 'unreadable_media' };

describe('a storage in trouble never fails a stock: it is read when the storage is well again', () => {
  it.each<[string, Partial<Storage>]>([
    ['never tells how long the file is', { lengthOf: never }],
    ['refuses to tell how long the file is', { lengthOf: refused }],
    ['never gives a part of the file', { readRange: never }],
    ['refuses a part of the file', { readRange: refused }],
  ])('a storage that %s fails no stock', async (_, trouble) => {
    const id = await aStock();
    for (let time = 0; time < 5; time += 1) {
      expect(await proberOn({ ...sound, ...trouble }).next()).toBe(true);
      await lapse();
    }
    expect(await shown(id)).toEqual(processing);
    expect(await attemptsOf(id)).toBe(0); // the storage's fault
    expect(logged.map(({ level, stock }) => [level, stock])).toEqual(Array(5).fill([50, id]));
    await proberOn(sound).next();
    expect(await shown(id)).toEqual(ready);
  });

  it('a storage in trouble never fails a stock, also when workers are killed while it is silent', async () => {
    const id = await aStock();
    for (let time = 0; time < 5; time += 1) {
      expect(await queries().claimDue()).not.toBeNull();
      await lapse();
    }
    await proberOn(sound).next();
    expect(await shown(id)).toEqual(ready);
  });

  it('a silent storage does not keep a worker from ending', async () => {
    const id = await aStock();
    const prober = Object.assign(proberOn({ ...sound, lengthOf: never }), { limits: PROBE_LIMITS });
    const reading = prober.next();
    prober.onModuleDestroy();
    expect(await reading).toBe(true);
    expect(logged).toEqual([]);
    expect(await prober.next()).toBe(false); // and takes no other
    await proberOn(sound).next(); // it is due at once
    expect(await shown(id)).toEqual(ready);
  });
});

it('a file that the storage does not have fails its stock as upload_missing (contract 9.3)', async () => {
  const id = await aStock();
  await proberOn({ ...sound, lengthOf: () => Promise.resolve(undefined) }).next();
  expect(await shown(id)).toEqual({ ...unreadable, failure_code: 'upload_missing' });
});

it('an attempt counts from the storage’s first answer on, so that operators see a file that kills its workers', async () => {
  const id = await aStock();
  const prober = Object.assign(proberOn({ ...sound, readRange: never }), { limits: PROBE_LIMITS });
  const reading = prober.next();
  await until(async () => (await attemptsOf(id)) === 1);
  prober.onModuleDestroy();
  await reading;
});

it('a stock that has been read is matched with the episode that waits for it (contract 9.5)', async () => {
  const id = await aStock();
  const episode = newId();
  await test.db.query(
    `INSERT INTO episodes (id, podcast_id, title, guid) SELECT $2, podcast_id, 'E', 'one' FROM video_stocks WHERE id = $1`,
    [id, episode],
  );
  await test.db.query(`UPDATE video_stocks SET match_guid = 'one' WHERE id = $1`, [id]);
  await proberOn(sound).next();
  expect(await test.db.query(`SELECT status, matched_episode_id FROM video_stocks WHERE id = $1`, [id])).toEqual([
    { status: 'matched', matched_episode_id: episode },
  ]);
});

it.each([
  ['another worker has claimed its stock', `probe_claim = '${newId()}'`, processing],
  ['its stock was canceled', `status = 'canceled'`, { ...processing, status: 'canceled' }],
])('a result is dropped when %s meanwhile', async (_, change, expected) => {
  const id = await aStock();
  const claimed = (await queries().claimDue())!;
  await test.db.query(`UPDATE video_stocks SET ${change} WHERE id = $1`, [id]);
  await proberOn(sound).record(claimed, { durationSeconds: 7 });
  expect(await shown(id)).toEqual(expected);
});

describe('a killed worker (contract 9.11)', () => {
  /** As if so much time had passed since the last renewal of every claim. */
  const pass = (seconds: number) =>
    test.db.query(`UPDATE video_stocks SET probe_due_at = probe_due_at - $1 * interval '1 second' WHERE probe_claim IS NOT NULL`, [
      seconds,
    ]);

  it('a killed worker says nothing about its file, however often workers are killed', async () => {
    const id = await aStock();
    for (let time = 0; time < 10; time += 1) {
      await queries().countAttempt((await queries().claimDue())!);
      await pass(20);
    }
    await proberOn(sound).next();
    expect(await shown(id)).toEqual(ready);
  });

  it('a killed worker holds its file for less than 30 s, until the next worker looks, and its user’s others for a few', async () => {
    expect(LEASE_MS / 1000 + PROBE_EVERY_SECONDS).toBeLessThan(30);
    const id = await aStock();
    const [{ podcast_id: podcastId, owner_id: userId } = { podcast_id: '', owner_id: '' }] = await test.db.query<
      { podcast_id: string; owner_id: string }[]
    >('SELECT podcast_id, owner_id FROM video_stocks WHERE id = $1', [id]);
    expect(await queries().claimDue()).toMatchObject({ id });
    const uploadId = await anUpload(test.db, { userId });
    const other = await aVideoStock(test.db, { podcastId, uploadId, status: 'processing', durationSeconds: null });
    expect(await queries().claimDue()).toBeNull();
    await pass(6.5);
    expect(await queries().claimDue()).toMatchObject({ id: other });
    await test.db.query('DELETE FROM video_stocks WHERE id = $1', [other]);
    expect(await queries().claimDue()).toBeNull();
    await pass(LEASE_MS / 1000 - 6);
    expect(await queries().claimDue()).toMatchObject({ id });
  });

  it('a killed worker is told from a living one, which renews its claim', async () => {
    await aStock();
    const claimed = (await queries().claimDue())!;
    await pass(LEASE_MS / 1000 - 1);
    await queries().renew(claimed);
    await pass(10);
    expect(await queries().claimDue()).toBeNull();
    await queries().renew({ ...claimed, claim: newId() });
    await pass(LEASE_MS / 1000 - 9);
    expect(await queries().claimDue()).toMatchObject({ id: claimed.id });
  });
});

it('a container that ends its reading early is told of as a warning, and fails the stock', async () => {
  const id = await aStock();
  const prober = Object.assign(proberOn(sound), { limits: { ...PROBE_LIMITS, bytes: 1 } });
  await prober.next();
  expect(await shown(id)).toEqual(unreadable);
  expect(logged[0]).toMatchObject({ level: 40, stock: id, err: { message: 'the file needs more than 1 bytes' } });
});

describe('turns are shared out per user', () => {
  /** Users with so many due stocks each, the first user's the oldest. @returns a stock's owner, by number */
  async function users(...counts: readonly number[]): Promise<Map<string, number>> {
    await test.db.query('DELETE FROM video_stocks');
    const owners = new Map<string, number>();
    for (const [user, count] of counts.entries()) {
      const [userId, podcastId] = [newId(), newId()];
      await test.db.query(`INSERT INTO users (id, name, available_seconds) VALUES ($1, 'A user', 1000)`, [userId]);
      await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [podcastId, userId]);
      for (let stock = 0; stock < count; stock += 1) {
        const uploadId = await anUpload(test.db, { userId });
        const id = await aVideoStock(test.db, { podcastId, uploadId, status: 'processing', durationSeconds: null });
        await test.db.query(`UPDATE video_stocks SET probe_due_at = now() - $2 * interval '1 minute' WHERE id = $1`, [id, 100 - user]);
        owners.set(id, user);
      }
    }
    return owners;
  }
  /** The owners of the stocks that are claimed one after the other, each when the one before has been read. */
  const turns = async (owners: Map<string, number>, count: number) => {
    const claimed: (number | undefined)[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const stock = await queries().claimDue();
      claimed.push(owners.get(stock?.id ?? ''));
      if (stock) await queries().releaseClaim(stock, 3_600_000);
    }
    return claimed;
  };

  it('six files of one user delay another user’s file by at most one turn', async () => {
    const owners = await users(6, 1);
    expect(await turns(owners, 3)).toEqual([0, 1, 0]);
  });

  it('another user’s file waits for at most one turn, also when it comes while others are read', async () => {
    const owners = await users(6, 1, 0);
    await test.db.query(`UPDATE video_stocks SET probe_due_at = now() + interval '1 hour' WHERE id = ANY ($1)`, [
      [...owners].filter(([, user]) => user === 1).map(([id]) => id),
    ]);
    expect(await turns(owners, 2)).toEqual([0, 0]);
    await test.db.query(`UPDATE video_stocks SET probe_due_at = now() - interval '1 second' WHERE id = ANY ($1)`, [
      [...owners].filter(([, user]) => user === 1).map(([id]) => id),
    ]);
    expect(await turns(owners, 2)).toEqual([1, 0]);
  });

  it('files of one user are read one at a time, by all workers together, and those of others meanwhile', async () => {
    const owners = await users(3, 1);
    const claim = async () => {
      const stock = await queries().claimDue();
      return { stock, owner: owners.get(stock?.id ?? '') };
    };
    const first = await claim();
    expect([first.owner, (await claim()).owner, (await claim()).owner]).toEqual([0, 1, undefined]);
    await queries().releaseClaim(first.stock!, 3_600_000);
    expect([(await claim()).owner, (await claim()).owner]).toEqual([0, undefined]);
    await lapse(); // both workers were killed
    expect([(await claim()).owner, (await claim()).owner].sort()).toEqual([0, 1]);
  });

  it('a turn costs the same however many files a user has', async () => {
    const owners = await users(1, 1);
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, upload_id)
       SELECT gen_random_uuid(), podcast_id, owner_id, 'many-' || n, 'processing', upload_id FROM video_stocks, generate_series(1, 20000) n WHERE id = $1`,
      [[...owners.keys()][0]],
    );
    await test.db.query('VACUUM (ANALYZE) video_stocks');
    const lines = await test.db.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, TIMING OFF) ${CLAIM_DUE}`, [
      newId(),
      ...[new Date(), new Date(), new Date()],
    ]);
    const rows = lines.map((line) => Number(/video_stocks.*actual rows=([\d.]+)/.exec(line['QUERY PLAN'])?.[1] ?? 0));
    expect(Math.max(...rows)).toBeGreaterThan(0);
    expect(Math.max(...rows)).toBeLessThan(10);
  });

  it('a turn costs the same with statistics of before another user had a file', async () => {
    const owners = await users(1, 1);
    const [first, second] = [...owners.keys()];
    await test.db.query(`UPDATE video_stocks SET status = 'failed' WHERE id = $1`, [second]);
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, upload_id, probe_due_at)
       SELECT uuidv7(), podcast_id, owner_id, 'many-' || n, 'processing', upload_id, probe_due_at FROM video_stocks, generate_series(1, 5000) n WHERE id = $1`,
      [first],
    );
    await test.db.query('ANALYZE video_stocks');
    await test.db.query(`UPDATE video_stocks SET status = 'processing' WHERE id = $1`, [second]);
    const claim = (tx: EntityManager) => tx.query(CLAIM_DUE, [newId(), new Date(), new Date(), new Date()]);
    expect(await rowsRead(test.db, claim)).toBeLessThan(100);
  });

  it('users with many files take turns', async () => {
    const owners = await users(3, 3, 3);
    expect(await turns(owners, 10)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, undefined]);
  });
});

it('the state of probes for operators agrees with the rows', async () => {
  await aStock();
  const claimed = (await queries().claimDue())!;
  await queries().countAttempt(claimed);
  expect(await videoStocksStatus(test.db)).toMatchObject({ due: 0, running: 1, failing: 1, stuck: 0, oldestDueAt: null });
  await queries().releaseClaim(claimed, 3_600_000);
  expect(await videoStocksStatus(test.db)).toMatchObject({ due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null });
  await lapse();
  expect(await videoStocksStatus(test.db)).toMatchObject({ due: 1, running: 0, stuck: 0, oldestDueAt: expect.any(Date) });
  await test.db.query(`UPDATE video_stocks SET probe_due_at = now() - interval '6 minutes'`);
  expect(await videoStocksStatus(test.db)).toMatchObject({ due: 1, stuck: 1 });
  await test.db.query(`UPDATE video_stocks SET status = 'failed'`);
  expect(await videoStocksStatus(test.db)).toMatchObject({ due: 0, stuck: 0, oldestDueAt: null });
});

it('a worker whose storage keeps it in one container is not ready and names the loop, until it goes on', () =>
  withPassingTime(async (pass) => {
    const id = await aStock();
    const line = Promise.withResolvers<void>();
    const health = healthOn(test.db);
    const lengthOf = () => line.promise.then(() => file.length);
    const prober = Object.assign(proberOn({ ...sound, lengthOf }, health), { limits: PROBE_LIMITS });
    const isStuck = async () => (await health.missing()).includes('video-stocks.probing');
    const reading = prober.next();
    expect(await isStuck()).toBe(false);
    pass(241_000);
    await until(isStuck); // health caches its last check for a second
    line.resolve();
    await reading;
    expect(await shown(id)).toEqual(ready);
    await until(async () => !(await isStuck()));
  }));
