import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { authPersistence } from '@app/auth';
import { Clock, Env, newId } from '@app/platform';
import { useDatabase } from '@app/platform/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DiskStorage } from './disk.storage.js';
import { uploadsPersistence } from './persistence.js';
import { RecordedStore } from './recorded.store.js';
import { UploadSweep } from './sweep.js';
import { anUpload } from './testing.js';
import { UploadLocks } from './upload-locks.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });
const test = useDatabase([authPersistence, uploadsPersistence]);
const alice = newId();
const bob = newId();

/** A clock that is set. */
class SetClock extends Clock {
  ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }
}

let dir: string;
let clock: SetClock;
let queries: UploadsQueries;
let uploads: UploadsService;
let storage: DiskStorage;
let store: RecordedStore;
const processes: UploadLocks[] = [];

/** The locks as another process has them. */
function otherProcess(): UploadLocks {
  const locks = new UploadLocks(Env.load({ DATABASE_URL: test.url, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }), log);
  processes.push(locks);
  return locks;
}

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice'), ($2, 'Bob')`, [alice, bob]);
  dir = await mkdtemp(join(tmpdir(), 'uploads-'));
  clock = new SetClock();
  queries = new UploadsQueries(test.db, clock);
  uploads = new UploadsService(queries, clock);
  storage = new DiskStorage(dir);
  store = new RecordedStore(storage, queries, clock);
});
afterAll(async () => {
  await Promise.all(processes.map((locks) => locks.onApplicationShutdown()));
  await rm(dir, { recursive: true, force: true });
});

const claimed = (id: string, userId = alice) => test.db.transaction((tx) => uploads.claim(tx, id, userId));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { kind?: string; errors?: { code: string }[] }) => `${error.kind} ${error.errors?.[0]?.code}`,
  );

describe('using an upload', () => {
  it('keeps it from expiring and from being deleted, until it is given back', async () => {
    const id = await anUpload(test.db, { userId: alice });
    await claimed(id);
    expect(await queries.find(id)).toMatchObject({ inUse: true, expiresAt: null });
    await expect(store.remove(id)).rejects.toMatchObject({ status_code: 409 });
    await test.db.transaction((tx) => uploads.release(tx, id));
    const { expiresAt, inUse } = (await queries.find(id))!;
    expect([inUse, Math.round((expiresAt!.getTime() - Date.now()) / HOUR_MS)]).toEqual([false, 7 * 24]);
    await store.remove(id);
    expect(await queries.find(id)).toBeNull();
  });

  it('is for one at a time: of ten at once one gets it', async () => {
    const id = await anUpload(test.db, { userId: alice });
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(claimed(id))));
    expect(codes.sort()).toEqual([...Array<string>(9).fill('conflict upload_already_used'), 'none']);
  });

  it.each([
    ['of somebody else', () => anUpload(test.db, { userId: bob }), 'invalid upload_not_found'],
    ['that is none', () => Promise.resolve('x'), 'invalid upload_not_found'],
    ['that has expired', () => anUpload(test.db, { userId: alice, expiresAt: new Date(0) }), 'invalid upload_not_found'],
    ['that is not complete', () => anUpload(test.db, { userId: alice, status: 'receiving' }), 'invalid upload_not_completed'],
  ] as const)('one %s is refused', async (_, make, code) => {
    expect(await codeOf(claimed(await make()))).toBe(code);
  });

  it('is undone with the transaction that did it', async () => {
    const id = await anUpload(test.db, { userId: alice });
    await expect(
      test.db.transaction(async (tx) => {
        await uploads.claim(tx, id, alice);
        throw new Error('something else failed');
      }),
    ).rejects.toThrow('something else failed');
    expect(await queries.find(id)).toMatchObject({ inUse: false });
  });
});

describe('what is stored', () => {
  it('is complete only when the storage has every byte', async () => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    await writeFile(join(dir, id), 'too short');
    expect(await store.write(Readable.from([Buffer.from('12345')]), id, 0)).toBe(5);
    expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
    await rm(join(dir, id));
    await writeFile(join(dir, id), 'short');
    // A store that claims more than it has is not believed.
    const liar = Object.assign(new DiskStorage(dir), { write: () => Promise.resolve(10) });
    await expect(new RecordedStore(liar, queries, clock).write(Readable.from([]), id, 5)).rejects.toThrow('has 5 bytes on disk, of 10');
    expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
  });

  it('counts as complete once somebody looks, when a process ended before it was noted', async () => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 9 });
    await writeFile(join(dir, id), 'nine char');
    expect((await store.getUpload(id)).offset).toBe(9);
    expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  });

  it('expires 24 hours after its last byte, and not before', async () => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    await writeFile(join(dir, id), '');
    clock.ahead = 20 * HOUR_MS;
    await store.write(Readable.from([Buffer.from('12345')]), id, 0);
    clock.ahead = 43 * HOUR_MS;
    expect((await store.getUpload(id)).offset).toBe(5);
    clock.ahead = 45 * HOUR_MS;
    await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 410 });
    clock.ahead = 0;
  });
});

describe('the sweep', () => {
  const exists = (id: string) => readFile(join(dir, id)).then(() => true, () => false); // prettier-ignore

  it('deletes what has expired, and what an interrupted deletion has left; never what is in use or being written', async () => {
    const kinds = {
      fresh: await anUpload(test.db, { userId: alice }),
      expired: await anUpload(test.db, { userId: alice, expiresAt: new Date(0) }),
      unfinished: await anUpload(test.db, { userId: alice, status: 'receiving', expiresAt: new Date(0) }),
      without: await anUpload(test.db, { userId: alice, expiresAt: new Date(0) }),
      removed: await anUpload(test.db, { userId: alice }),
      used: await anUpload(test.db, { userId: alice }),
      written: await anUpload(test.db, { userId: alice, status: 'receiving', expiresAt: new Date(0) }),
    };
    for (const [kind, id] of Object.entries(kinds)) if (kind !== 'without') await writeFile(join(dir, id), 'x');
    await queries.remove(kinds.removed);
    await claimed(kinds.used);
    clock.ahead = 0;
    const writing = otherProcess().newLock(kinds.written);
    await writing.lock(new AbortController().signal, () => undefined);

    const swept = await new UploadSweep(storage, queries, otherProcess(), log).run();
    const left = await Promise.all(Object.entries(kinds).map(async ([kind, id]) => [kind, (await queries.find(id)) !== null, await exists(id)])); // prettier-ignore
    expect(left.filter(([, row]) => row)).toEqual([
      ['fresh', true, true],
      ['used', true, true],
      ['written', true, true],
    ]);
    expect(left.filter(([, row, file]) => !row && file)).toEqual([]);
    expect(swept).toBeGreaterThanOrEqual(4);
    await writing.unlock();
  });
});

describe('the lock of an upload', () => {
  const signal = new AbortController().signal;

  it('is held by one over all processes, and asks its holder to let go', async () => {
    const [one, two] = [otherProcess(), otherProcess()];
    let holders = 0;
    let most = 0;
    const work = async (locks: UploadLocks, id: string) => {
      const asked = Promise.withResolvers<void>();
      const lock = locks.newLock(id);
      await lock.lock(signal, asked.resolve);
      most = Math.max(most, ++holders);
      await Promise.race([asked.promise, new Promise((resolve) => setTimeout(resolve, 20))]);
      holders -= 1;
      await lock.unlock();
    };
    const id = newId();
    await Promise.all(Array.from({ length: 12 }, (_, index) => work(index % 2 ? one : two, id)));
    expect([most, holders]).toEqual([1, 0]);
  });

  it('is not in the way of other uploads', async () => {
    const locks = otherProcess();
    const mine = locks.newLock(newId());
    await mine.lock(signal, () => undefined);
    expect(await locks.ifFree(newId(), () => Promise.resolve())).toBe(true);
    await mine.unlock();
  });

  it('is free when the process that held it has gone', async () => {
    const [gone, here] = [otherProcess(), otherProcess()];
    const id = newId();
    await gone.newLock(id).lock(signal, () => undefined);
    expect(await here.ifFree(id, () => Promise.resolve())).toBe(false);
    await gone.onApplicationShutdown();
    await here.newLock(id).lock(signal, () => undefined);
  });

  it('is not waited for by a request that has ended', async () => {
    const locks = otherProcess();
    const id = newId();
    await locks.newLock(id).lock(signal, () => undefined);
    const ended = new AbortController();
    setTimeout(() => ended.abort(), 100);
    await expect(locks.newLock(id).lock(ended.signal, () => undefined)).rejects.toMatchObject({ status_code: 400 });
  });
});
