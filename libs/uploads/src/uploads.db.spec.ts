import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Environment, Env } from '@app/env';
import { Clock, Metrics } from '@app/process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { authPersistence } from '@app/auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metadata, Upload as TusUpload } from '@tus/utils';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { FormUploads } from './forms/form.uploads.js';
import { DiskStorage } from './storage/disk.storage.js';
import { uploadsPersistence } from './persistence.js';
import { RecordedStore } from './tus/recorded.store.js';
import { StoredUploads } from './stored-uploads.js';
import { UploadSweep } from './sweep/upload-sweep.js';
import { anUpload } from './testing.js';
import { TusEndpoint } from './tus/tus.endpoint.js';
import { TusError } from './tus/tus-error.js';
import { UploadLocks } from './locks/upload-locks.js';
import { UploadMetrics } from './uploads.metrics.js';
import { UploadsQueries } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';
import { UserUploads } from './user-uploads.js';

const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });
const test = useDatabase([authPersistence, uploadsPersistence]);
const metrics = new UploadMetrics(new Metrics());
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
  const locks = new UploadLocks(
    Environment.load({ DATABASE_URL: test.url, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }).get(Env),
    log,
  );
  processes.push(locks);
  return locks;
}

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice'), ($2, 'Bob')`, [alice, bob]);
  dir = await mkdtemp(join(tmpdir(), 'uploads-'));
  clock = new SetClock();
  queries = new UploadsQueries(test.db, clock);
  uploads = new UploadsService(test.db, queries, clock);
  storage = new DiskStorage(dir);
  store = new RecordedStore(storage, queries, clock, metrics);
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
  it('using an upload keeps it from expiring and from being deleted, until it is given back', async () => {
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

  it('using an upload is for one at a time: of ten at once one gets it', async () => {
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

  it('using an upload is undone with the transaction that did it', async () => {
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
  it('an upload is complete only when the storage has every byte', async () => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    await writeFile(join(dir, id), 'too short');
    expect(await store.write(Readable.from([Buffer.from('12345')]), id, 0)).toBe(5);
    expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
    await rm(join(dir, id));
    await writeFile(join(dir, id), 'short');
    // A store that claims more than it has is not believed.
    const liar = Object.assign(new DiskStorage(dir), { write: () => Promise.resolve(10) });
    const trusting = new RecordedStore(liar, queries, clock, metrics);
    await expect(trusting.write(Readable.from([]), id, 5)).rejects.toThrow('has 5 bytes on disk, of 10');
    expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
  });

  it('an upload counts as complete at the next read when a process ended before it was recorded', async () => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 9 });
    await writeFile(join(dir, id), 'nine char');
    expect((await store.getUpload(id)).offset).toBe(9);
    expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  });

  it('an upload expires 24 hours after its last byte, and not before', async () => {
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

describe('an upload', () => {
  it('an upload in use expires at no moment, also for tus', async () => {
    const id = await anUpload(test.db, { userId: alice });
    await claimed(id);
    // The 24 hours begin then.
    expect(Date.parse((await store.getUpload(id)).creation_date ?? '')).toBeGreaterThan(Date.now() - HOUR_MS);
  });

  it('an upload is not kept by a request that brings no byte', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10, expiresAt });
    await writeFile(join(dir, id), '12345');
    expect(await store.write(Readable.from([]), id, 5)).toBe(5);
    expect((await queries.find(id))?.expiresAt).toEqual(expiresAt);
    // Of one that breaks, what came before counts.
    const broken = Readable.from((function* () { yield Buffer.from('6'); throw new Error('the client has gone'); })()); // prettier-ignore
    await expect(store.write(broken, id, 5)).rejects.toThrow('the client has gone');
    expect((await queries.find(id))?.expiresAt?.getTime()).toBeGreaterThan(expiresAt.getTime());
  });

  it('an upload that the disk does not take is 503, is neither shown nor counted, and is left to the sweep', async () => {
    const file = join(dir, 'no-folder');
    await writeFile(file, '');
    // The store makes its folder some time after its construction.
    const away = Object.assign(new DiskStorage(dir), { directory: file });
    const id = newId();
    await queries.insert({ id, userId: alice, byteSize: 10, filename: null, contentType: null });
    const failing = new RecordedStore(away, queries, clock, metrics);
    await expect(failing.create(new TusUpload({ id, size: 10, offset: 0 }))).rejects.toMatchObject({ status_code: 503 });
    expect(await queries.find(id)).toBeNull();
    await new UploadSweep(storage, queries, otherProcess(), log).sweepExpired();
    expect(await test.db.query('SELECT FROM uploads WHERE id = $1', [id])).toEqual([]);
  });

  it('an upload has the metadata that were sent, also those that are no UTF-8', async () => {
    const sent = 'filename 77u/YS5tcDQ=,bytes //79,flag';
    const id = newId();
    await queries.insert({ id, userId: alice, byteSize: 1, filename: null, contentType: null, tusMetadata: sent });
    await writeFile(join(dir, id), '');
    expect(Metadata.stringify((await store.getUpload(id)).metadata ?? {})).toBe(sent);
  });
});

describe('a list of uploads (contract 8.2)', () => {
  it('a list of uploads has received_bytes null for one that the storage cannot describe, and describes the others', async () => {
    const user = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Carol')`, [user]);
    const whole = await anUpload(test.db, { userId: user, byteSize: 7 });
    const [broken, receiving] = [0, 1].map(() => newId());
    for (const id of [broken!, receiving!]) {
      await queries.insert({ id, userId: user, byteSize: 10, filename: null, contentType: null });
      await store.create(new TusUpload({ id, size: 10, offset: 0 }));
      await store.write(Readable.from([Buffer.alloc(3)]), id, 0);
    }
    class Failing extends DiskStorage {
      override size(id: string): Promise<number | undefined> {
        return id === broken ? Promise.reject(new Error('input/output error')) : super.size(id);
      }
    }
    const failing = new StoredUploads(uploads, queries, new RecordedStore(new Failing(dir), queries, clock, metrics), otherProcess(), log);
    const { data } = await failing.list(user, { first: 50 });
    expect(data.map(({ id, received_bytes }) => [id, received_bytes])).toEqual([
      [receiving, 3],
      [broken, null],
      [whole, 7],
    ]);
  });

  it('a list of uploads fails while the database is unavailable, instead of lacking what it has received', async () => {
    const user = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Grace')`, [user]);
    await writeFile(join(dir, await anUpload(test.db, { userId: user, status: 'receiving', byteSize: 1 })), 'x');
    class Away extends UploadsQueries {
      override complete(): Promise<never> {
        return Promise.reject(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }));
      }
    }
    const away = new Away(test.db, clock);
    const stored = new StoredUploads(uploads, away, new RecordedStore(storage, away, clock, metrics), otherProcess(), log);
    await expect(stored.list(user, { first: 50 })).rejects.toThrow('connection refused');
  });

  it('a list of uploads asks a storage that does not answer for a few uploads alone', async () => {
    const user = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Dave')`, [user]);
    const whole = await anUpload(test.db, { userId: user, byteSize: 7 });
    for (let at = 0; at < 20; at += 1) await anUpload(test.db, { userId: user, status: 'receiving' });
    let asked = 0;
    class Silent extends DiskStorage {
      override size(): Promise<never> {
        asked += 1;
        return new Promise(() => undefined);
      }
    }
    const silent = new StoredUploads(uploads, queries, new RecordedStore(new Silent(dir), queries, clock, metrics), otherProcess(), log);
    const { data } = await silent.list(user, { first: 50 });
    expect(data.filter(({ received_bytes }) => received_bytes === null)).toHaveLength(20);
    expect(data.at(-1)).toMatchObject({ id: whole, received_bytes: 7 });
    expect(asked).toBeLessThan(20);
  });
});

it('an upload whose bytes the storage loses before its last byte is recorded is not found', async () => {
  const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 9 });
  const losing = Object.assign(new DiskStorage(dir), { size: () => Promise.resolve(9), settle: () => Promise.reject(TusError.gone()) });
  const stored = new StoredUploads(uploads, queries, new RecordedStore(losing, queries, clock, metrics), otherProcess(), log);
  await expect(stored.show((await queries.find(id))!)).rejects.toMatchObject({ kind: 'not_found' });
});

it('an export has every file of a user, however many there are (contract 16.10)', async () => {
  const user = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Erin')`, [user]);
  const rows = await test.db.query<{ id: string }[]>(
    `INSERT INTO uploads (id, user_id, byte_size, status, expires_at)
     SELECT uuidv7(), $1, 1, 'completed', now() + interval '1 day' FROM generate_series(1, 401) RETURNING id`,
    [user],
  );
  const all = Object.assign(new DiskStorage(dir), { lengthOf: () => Promise.resolve(1) });
  const files: string[] = [];
  for await (const { id } of new UserUploads(all, queries, otherProcess()).filesOf(user)) files.push(id);
  expect(files).toEqual(rows.map(({ id }) => id).sort());
});

it('a deletion of an upload lets go of its lock, also when it is refused', async () => {
  const [locks, id] = [otherProcess(), await anUpload(test.db, { userId: alice })];
  const stored = new StoredUploads(uploads, queries, store, locks, log);
  await claimed(id);
  await expect(stored.remove(id)).rejects.toMatchObject({ kind: 'conflict', errors: [{ code: 'upload_in_use' }] });
  expect(await locks.ifFree(id, () => Promise.resolve())).toBe(true);
  await test.db.transaction((tx) => uploads.release(tx, id));
  await stored.remove(id);
  expect([await queries.find(id), await locks.ifFree(id, () => Promise.resolve())]).toEqual([null, true]);
});

/** Serves one request. @returns its answer */
async function ask(init: RequestInit, listener: RequestListener): Promise<globalThis.Response> {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await fetch(`http://127.0.0.1:${port}/api/v1/uploads`, { method: 'POST', ...init });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a request of tus', () => {
  /** Sends a request for an upload, or for a new one, to a process with this store. */
  function askTus(method: string, headers: Record<string, string>, { on = store, userId = alice, uploadId = null as string | null } = {}) {
    const tus = new TusEndpoint(on, uploads, otherProcess(), clock, metrics, log);
    const body = method === 'PATCH' ? '12345' : null;
    return ask({ method, body, headers: { 'Tus-Resumable': '1.0.0', ...headers } }, (request, response) => {
      const set = (...given: [object] | [string, string]) =>
        response.setHeaders(new Map(given.length === 1 ? Object.entries(given[0]) : [given]));
      const status = (code: number) => Object.assign(response, { statusCode: code });
      const json = (answer: unknown) => response.end(JSON.stringify(answer));
      const asExpress = Object.assign(response, { status, set, json }) as unknown as Response;
      tus.handle(request as Request, asExpress, { userId, uploadId }).catch((error: Error) => response.destroy(error));
    });
  }
  const BYTES = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const refused = () => Promise.reject(TusError.notStored());

  it('a request of tus that begins an upload of unknown length counts with 50 GiB until its length is known (contract 8.5)', async () => {
    const user = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Frank')`, [user]);
    const answer = await askTus('POST', { 'Upload-Defer-Length': '1' }, { userId: user });
    expect(answer.status).toBe(201);
    const usage = () => queries.usage(test.db.manager, user);
    expect(await usage()).toEqual({ unfinished: 1, bytes: 50 * 1024 ** 3 });
    await store.declareUploadLength(answer.headers.get('location')?.split('/').at(-1) ?? '', 1000);
    expect(await usage()).toEqual({ unfinished: 1, bytes: 1000 });
  });

  it('a request of tus that brings bytes tells the new expiry of its upload', async () => {
    const uploadId = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10, expiresAt: new Date(Date.now() + HOUR_MS) }); // prettier-ignore
    await writeFile(join(dir, uploadId), '');
    const { status, headers } = await askTus('PATCH', BYTES, { uploadId });
    const expiresAt = (await queries.find(uploadId))?.expiresAt?.getTime() ?? 0;
    const difference = Math.abs(Date.parse(headers.get('upload-expires') ?? '') - expiresAt);
    expect([status, Math.round(difference / HOUR_MS)]).toEqual([204, 0]);
  });

  it('a request of tus that the storage refuses is 503 with Retry-After', async () => {
    const uploadId = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    await writeFile(join(dir, uploadId), '');
    const full = Object.assign(new DiskStorage(dir), { write: refused });
    const { status, headers } = await askTus('PATCH', BYTES, { uploadId, on: new RecordedStore(full, queries, clock, metrics) });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('a request of tus for the offset is 423 while the storage is away, after which clients ask again', async () => {
    const uploadId = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    const away = Object.assign(new DiskStorage(dir), { size: refused });
    const { status } = await askTus('HEAD', {}, { uploadId, on: new RecordedStore(away, queries, clock, metrics) });
    expect(status).toBe(423);
  });
});

it('a file that is sent as a form makes an upload that tus does not know', async () => {
  const locks = otherProcess();
  const forms = new FormUploads(storage, uploads, new StoredUploads(uploads, queries, store, locks, log), store, locks, metrics);
  const body = new FormData();
  body.set('file', new Blob(['123']), 'a.mp4');
  const answer = await ask({ body }, (request, response) => {
    const received = forms.receive(request as Request, response as Response, alice);
    void received.then(({ id }) => response.end(id), (error: Error) => response.destroy(error)); // prettier-ignore
  });
  const id = await answer.text();
  expect(await queries.find(id)).toMatchObject({ status: 'completed', byteSize: 3 });
  await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 404 });
});

describe('the sweep', () => {
  const exists = (id: string) => readFile(join(dir, id)).then(() => true, () => false); // prettier-ignore

  it('the sweep of uploads deletes what has expired and what was deleted in part, never what is in use or being written', async () => {
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

    const swept = await new UploadSweep(storage, queries, otherProcess(), log).sweepExpired();
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

  it('the sweep of uploads leaves an upload that got a byte after it was listed', async () => {
    const [first, second] = [await anUpload(test.db, { userId: alice, expiresAt: new Date(0) }), await anUpload(test.db, { userId: alice, expiresAt: new Date(0) })]; // prettier-ignore
    await writeFile(join(dir, second), 'x');
    class Meanwhile extends DiskStorage {
      override async forget(id: string): Promise<void> {
        if (id === first) await test.db.query(`UPDATE uploads SET expires_at = now() + interval '1 day' WHERE id = $1`, [second]);
        await super.forget(id);
      }
    }
    await new UploadSweep(new Meanwhile(dir), queries, otherProcess(), log).sweepExpired();
    expect([await queries.find(first), await queries.find(second), await exists(second)]).toEqual([null, expect.anything(), true]);
  });
});

describe('the lock of an upload', () => {
  const signal = new AbortController().signal;

  it('the lock of an upload is held by one over all processes, and asks its holder to let go', async () => {
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

  it('the lock of an upload is not in the way of other uploads', async () => {
    const locks = otherProcess();
    const mine = locks.newLock(newId());
    await mine.lock(signal, () => undefined);
    expect(await locks.ifFree(newId(), () => Promise.resolve())).toBe(true);
    await mine.unlock();
  });

  it('the lock of an upload is free when the process that held it has gone', async () => {
    const [gone, here] = [otherProcess(), otherProcess()];
    const id = newId();
    await gone.newLock(id).lock(signal, () => undefined);
    expect(await here.ifFree(id, () => Promise.resolve())).toBe(false);
    await gone.onApplicationShutdown();
    await here.newLock(id).lock(signal, () => undefined);
  });

  it('the lock of an upload is not waited for by a request that has ended', async () => {
    const locks = otherProcess();
    const id = newId();
    await locks.newLock(id).lock(signal, () => undefined);
    const ended = new AbortController();
    setTimeout(() => ended.abort(), 100);
    await expect(locks.newLock(id).lock(ended.signal, () => undefined)).rejects.toMatchObject({ status_code: 423 });
  });

  it('the lock of an upload is asked of who has it, and never of who waits for it, too', async () => {
    const [one, two] = [otherProcess(), otherProcess()];
    const id = newId();
    const holder = one.newLock(id);
    await holder.lock(signal, () => undefined);
    setTimeout(() => void holder.unlock(), 1000); // it has something to finish first
    const waiters = Array.from({ length: 3 }, () => {
      let held = false;
      let asked = 0;
      const lock = two.newLock(id);
      const waiting = lock
        .lock(signal, () => void (held || (asked += 1)))
        .then(() => (held = true))
        .then(() => lock.unlock());
      return waiting.then(() => asked);
    });
    expect(await Promise.all(waiters)).toEqual([0, 0, 0]);
  });

  it('the lock of an upload is given to whoever comes while the process stops, who is asked at once to let go', async () => {
    const locks = otherProcess();
    await locks.releaseAll();
    const asked = Promise.withResolvers<void>();
    const lock = locks.newLock(newId());
    await lock.lock(signal, asked.resolve);
    await asked.promise;
    await lock.unlock();
  });

  const take = async (locks: UploadLocks, id: string) => {
    const lock = locks.newLock(id);
    await lock.lock(signal, () => undefined);
    return lock;
  };
  const left = () =>
    test.db.query<{ pid: number }[]>(
      `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND a.application_name = 'upload-locks' AND a.datname = current_database()`,
    );

  it('the lock of an upload goes with its connection; a request that waits gets it on the next, and leaves nothing behind', async () => {
    const locks = otherProcess();
    let asked = false;
    const lost = locks.newLock(newId());
    await lost.lock(signal, () => void (asked = true));
    const others = (await left()).length - 1;
    const waiters = Promise.all(Array.from({ length: 200 }, () => take(locks, newId())));
    await test.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'upload-locks' AND datname = current_database()`,
    );
    for (const lock of await waiters) await lock.unlock();
    expect(asked).toBe(true);
    await lost.unlock();
    expect(await left()).toHaveLength(0);
    expect(others).toBeGreaterThanOrEqual(0);
  });

  it('the lock of an upload is had once PostgreSQL is up again, though the connection before ends late', async () => {
    const { port, close } = await startingUp(test.url);
    const locks = new UploadLocks(
      Environment.load({
        DATABASE_URL: Object.assign(new URL(test.url), { host: `127.0.0.1:${port}` }).href,
        ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      }).get(Env),
      log,
    );
    const ids = [newId(), newId(), newId()];
    const first = await Promise.allSettled(ids.map((id) => take(locks, id)));
    expect(first.map((result) => (result.status === 'rejected' ? (result.reason as TusError).status_code : 0))).toEqual([503, 503, 503]);
    for (const lock of await Promise.all(ids.map((id) => take(locks, id)))) await lock.unlock();
    for (const lock of await Promise.all(ids.map((id) => take(locks, id)))) await lock.unlock();
    await locks.onApplicationShutdown();
    close();
  });
});

/** In front of a database: the first connection is told that it is still starting up, and ends a while after that. */
async function startingUp(url: string): Promise<{ port: number; close: () => void }> {
  const { hostname, port } = new URL(url);
  let connections = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (++connections === 1) {
      const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
      socket.once('data', () => {
        socket.write(Buffer.concat([head, fields]));
        setTimeout(() => socket.end(), 300);
      });
      return;
    }
    const database = connect(Number(port), hostname).on('error', () => undefined);
    socket.pipe(database).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

describe('the metrics of uploads', () => {
  /** A store and its figures, both of their own. */
  function measured(storage: DiskStorage) {
    const registry = new Metrics();
    const figures = new UploadMetrics(registry);
    const valueOf = async (name: string, reason?: string) => {
      const found = await registry.registry.getSingleMetric(name)?.get();
      return found?.values.find(({ labels }) => labels['reason'] === reason)?.value;
    };
    return { store: new RecordedStore(storage, queries, clock, figures), figures, valueOf };
  }
  const receiving = async (bytes: string) => {
    const id = await anUpload(test.db, { userId: alice, status: 'receiving', byteSize: 10 });
    await writeFile(join(dir, id), bytes);
    return id;
  };

  it('the metrics of uploads count stored bytes, requests that store them at present, and complete uploads', async () => {
    const { store: own, valueOf } = measured(storage);
    const id = await receiving('');
    const during: (number | undefined)[] = [];
    const bytes = Readable.from(
      (async function* () {
        during.push(await valueOf('uploads_receiving'));
        yield Buffer.from('12345');
      })(),
    );
    await own.write(bytes, id, 0);
    expect([during, await valueOf('upload_bytes_stored_total'), await valueOf('uploads_completed_total')]).toEqual([[1], 5, 0]);
    await own.write(Readable.from([Buffer.from('67890')]), id, 5);
    expect(await valueOf('upload_bytes_stored_total')).toBe(10);
    expect([await valueOf('uploads_receiving'), await valueOf('uploads_completed_total')]).toEqual([0, 1]);
  });

  it('the metrics of uploads tell a storage that refuses from a client that leaves', async () => {
    const full = Object.assign(new DiskStorage(dir), { write: () => Promise.reject(TusError.notStored()) });
    const { store: failing, figures, valueOf } = measured(full);
    await expect(failing.write(Readable.from([]), await receiving(''), 0)).rejects.toMatchObject({ status_code: 503 });
    figures.ended({ complete: false, destroyed: true });
    figures.ended({ complete: true, destroyed: true });
    const counted = await Promise.all(['not_stored', 'interrupted', 'internal'].map((reason) => valueOf('upload_failures_total', reason)));
    expect([counted, await valueOf('uploads_receiving')]).toEqual([[1, 1, 0], 0]);
  });
});
