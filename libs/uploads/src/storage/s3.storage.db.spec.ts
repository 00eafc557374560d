import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Environment, Env } from '@app/env';
import { Clock, Metrics } from '@app/process';
import { until } from '@app/process/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Upload as TusUpload } from '@tus/utils';
import { pino } from 'pino';
import { uploadsPersistence } from '../persistence.js';
import { RecordedStore } from '../tus/recorded.store.js';
import { S3Storage, type S3Timeouts } from './s3.storage.js';
import { UploadSweep } from '../sweep/upload-sweep.js';
import { hasSwift, SWIFT, SwiftServer } from '../testing/swift-server.js';
import { S3Server, s3Failure, type Asked } from '../testing/s3-server.js';
import { UploadLocks } from '../locks/upload-locks.js';
import type { UploadsEnv } from '../uploads.env.js';
import { UploadMetrics } from '../uploads.metrics.js';
import { UploadsQueries } from '../uploads.queries.js';
import { UserUploads } from '../user-uploads.js';

const MB = 1024 * 1024;
const test = useDatabase([authPersistence, uploadsPersistence]);
const alice = newId();

const metrics = new UploadMetrics(new Metrics());

let server: S3Server;
let storage: S3Storage;
let store: RecordedStore;
let queries: UploadsQueries;

beforeAll(async () => {
  server = await S3Server.listen();
  // The client of S3 reads its credentials from these variables, as every client of AWS does.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  storage = new S3Storage(inBucket());
  queries = new UploadsQueries(test.db, new Clock());
  store = new RecordedStore(storage, queries, new Clock(), metrics);
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [alice]);
});
afterEach(() => {
  server.before = () => undefined;
  server.pageSize = 1000;
});
afterAll(() => server.close());

function inBucket(endpoint = server.endpoint): UploadsEnv {
  return { S3_BUCKET: 'videos', S3_ENDPOINT: endpoint };
}

function environment(): Env {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  return Environment.load({ DATABASE_URL: test.url, ENCRYPTION_KEY }).get(Env);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function begin(byteSize: number | null): Promise<string> {
  const id = newId();
  await queries.insert({ id, userId: alice, byteSize, filename: null, contentType: null });
  await store.create(new TusUpload({ id, size: byteSize ?? 100 * MB, offset: 0 }));
  return id;
}

/** A body in chunks, as a client sends it. */
const sent = (bytes: Buffer) => Readable.from(chunks(bytes));

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** The bytes that a client sends before its connection breaks. */
function broken(bytes: Buffer): Readable {
  const line = new PassThrough();
  line.write(bytes);
  const look = setInterval(() => {
    if (line.readableLength > 0) return;
    clearInterval(look);
    line.destroy(new Error('the line broke'));
  }, 20);
  return line;
}

const isPart = ({ method, query }: Asked, number?: number) =>
  method === 'PUT' && query.has('partNumber') && (number === undefined || Number(query.get('partNumber')) === number);

/** Sizes of the parts of the upload that was begun last. */
const partsOf = () => Object.fromEntries([...([...server.multipart.values()].at(-1) ?? new Map<number, Buffer>())].map(([number, { length }]) => [number, length / MB])); // prettier-ignore

/** Another process, which knows nothing of this one. */
const another = (timeouts?: S3Timeouts, endpoint?: string) => {
  const other = new S3Storage(inBucket(endpoint), timeouts);
  return { storage: other, store: new RecordedStore(other, queries, new Clock(), metrics) };
};

/** Sends the rest from wherever the upload stands. @returns where it stood */
async function finish(id: string, bytes: Buffer): Promise<number> {
  const { offset } = await store.getUpload(id);
  await store.write(sent(bytes.subarray(offset)), id, offset);
  expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
  return offset;
}

it('an upload in pieces of odd sizes is one object, byte for byte, and is read by ranges', async () => {
  const bytes = randomBytes(17 * MB + 3);
  const id = await begin(bytes.length);
  let offset = 0;
  for (const until of [1 * MB, 7 * MB + 1, 13 * MB, bytes.length]) {
    expect((await store.getUpload(id)).offset).toBe(offset);
    offset = await store.write(sent(bytes.subarray(offset, until)), id, offset);
    expect(offset).toBe(until);
  }
  expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
  expect(sha256(await storage.readRange(id, 9 * MB, 1000))).toBe(sha256(bytes.subarray(9 * MB, 9 * MB + 1000)));
});

it.each([0, 10, 6 * MB])('a file of %i bytes whose length is told at the end is one object', async (length) => {
  const bytes = randomBytes(length);
  const id = await begin(null);
  expect(await store.write(sent(bytes), id, 0)).toBe(length);
  await store.end(id, length);
  expect(await queries.find(id)).toMatchObject({ status: 'completed', byteSize: length });
  if (length > 0) expect(sha256(await storage.readRange(id, 0, length))).toBe(sha256(bytes));
});

it('an upload to S3 is joined by whoever looks, when a process ended before it had joined the parts', async () => {
  const bytes = randomBytes(6 * MB);
  const id = await begin(bytes.length);
  server.before = ({ method, query }) => (method === 'POST' && query.has('uploadId') ? s3Failure(403, 'AccessDenied') : undefined);
  await expect(store.write(sent(bytes), id, 0)).rejects.toMatchObject({ status_code: 503 });
  expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
  server.before = () => undefined;
  expect((await another().store.getUpload(id)).offset).toBe(bytes.length);
  expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
});

it('an upload to S3 is joined once, however many look while it is joined', async () => {
  const bytes = randomBytes(6 * MB);
  const id = await begin(bytes.length);
  server.before = async ({ method, query }) => {
    if (method === 'POST' && query.has('uploadId')) await sleep(50 + Math.random() * 100);
    return undefined;
  };
  const writing = store.write(sent(bytes), id, 0);
  const looking = async () => {
    for (let row = await queries.find(id); row?.status !== 'completed'; row = await queries.find(id)) await store.received(row!);
  };
  await Promise.all([writing, looking(), looking()]);
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
});

it('an upload to S3 is deleted, complete or not, also where the store insists on Content-MD5, and deleting nothing is fine', async () => {
  const [whole, part] = [await begin(10), await begin(20)];
  await store.write(Readable.from([randomBytes(10)]), whole, 0);
  await store.write(Readable.from([randomBytes(10)]), part, 0);
  for (const id of [whole, part]) {
    await store.remove(id);
    expect(await storage.size(id)).toBe(undefined);
    await storage.forget(id);
  }
  expect([[...server.objects.keys()].filter((key) => key.startsWith(whole) || key.startsWith(part)), server.multipart.size]).toEqual([
    [],
    0,
  ]);
});

it('a refusal of the store is reported in the store’s own words', async () => {
  const id = await begin(10);
  const locked = s3Failure(400, 'InvalidRequest', 'Objects are locked until Friday');
  server.before = ({ method, query }) => (method === 'DELETE' && !query.has('uploadId') ? locked : undefined);
  await expect(storage.forget(id)).rejects.toMatchObject({
    status_code: 503,
    cause: { message: `S3 refused DeleteObject of ${id}: 400 InvalidRequest: Objects are locked until Friday` },
  });
  server.before = ({ method }) => (method === 'HEAD' ? { status: 418 } : undefined);
  await expect(storage.lengthOf(id)).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`S3 refused HeadObject of ${id}: 418`) },
  });
});

describe('an upload that S3 does not create completely leaves nothing in the bucket', () => {
  it.each([[true], [false]])(
    'an upload that S3 does not create leaves no object and no row, whether its metadata are stored (%s) or not',
    async (isStored) => {
      const [objects, multipart] = [server.objects.size, server.multipart.size];
      const id = newId();
      await queries.insert({ id, userId: alice, byteSize: MB, filename: null, contentType: null });
      server.before = ({ method, key, bytes }) => {
        if (method !== 'PUT' || !key.endsWith('.info')) return undefined;
        const uploadId = [...server.multipart.keys()].at(-1) ?? '';
        if (isStored) server.objects.set(key, { bytes, metadata: { 'x-amz-meta-tus-version': '1.0.0', 'x-amz-meta-upload-id': uploadId } });
        return s3Failure(403, 'AccessDenied');
      };
      await expect(store.create(new TusUpload({ id, size: MB, offset: 0 }))).rejects.toMatchObject({ status_code: 503 });
      expect([server.objects.size, server.multipart.size]).toEqual([objects, multipart]);
      expect(await test.db.query('SELECT FROM uploads WHERE id = $1', [id])).toEqual([]);
    },
  );

  it('an upload whose process died while S3 created it leaves nothing in the bucket after the sweep', async () => {
    const multipart = server.multipart.size;
    const id = newId();
    server.before = ({ key }) => (key.endsWith('.info') ? s3Failure(403, 'AccessDenied') : undefined);
    await expect(storage.create(new TusUpload({ id, size: MB, offset: 0 }))).rejects.toMatchObject({ status_code: 503 });
    expect(server.multipart.size).toBe(multipart + 1);
    server.before = () => undefined;
    await storage.forget(id);
    expect(server.multipart.size).toBe(multipart);
  });
});

describe('a part that is not stored (S3 takes parts in any order)', () => {
  it('a part that S3 does not store is followed by none, so that the offset never counts bytes behind a gap', async () => {
    const bytes = randomBytes(40 * MB);
    const id = await begin(bytes.length);
    server.before = async (asked) => {
      if (!isPart(asked, 2)) return undefined;
      await sleep(300); // the others have all the time that they need
      return s3Failure(403, 'AccessDenied');
    };
    await expect(store.write(sent(bytes.subarray(0, 32 * MB)), id, 0)).rejects.toMatchObject({ status_code: 503 });
    expect(partsOf()).toEqual({ 1: 8 });
    server.before = () => undefined;
    expect(await finish(id, bytes)).toBe(8 * MB);
  });

  it('a part that S3 does not store is sent again, when a process was killed between the ones beside it', async () => {
    const bytes = randomBytes(40 * MB);
    const id = await begin(bytes.length);
    await store.write(sent(bytes.subarray(0, 32 * MB)), id, 0);
    [...server.multipart.values()].at(-1)?.delete(2);
    expect(partsOf()).toEqual({ 1: 8, 3: 8, 4: 8 });
    expect((await store.getUpload(id)).offset).toBe(8 * MB);
    await store.write(sent(bytes.subarray(8 * MB, 17 * MB)), id, 8 * MB); // cut otherwise than before
    expect(await finish(id, bytes)).toBeGreaterThanOrEqual(17 * MB);
  });

  it('a part that S3 does not store ends the request at once, though the client goes on slowly', async () => {
    const id = await begin(40 * MB);
    server.before = (asked) => (isPart(asked) ? s3Failure(403, 'AccessDenied') : undefined);
    const client = new PassThrough({ highWaterMark: 10 * MB });
    client.write(randomBytes(9 * MB)); // and never again
    await expect(store.write(client, id, 0)).rejects.toMatchObject({ status_code: 503 });
  });

  it('a part that S3 does not store leaves nothing in the temporary folder', async () => {
    const id = await begin(40 * MB);
    server.before = (asked) => (isPart(asked, 2) ? s3Failure(403, 'AccessDenied') : undefined);
    await expect(store.write(sent(randomBytes(30 * MB)), id, 0)).rejects.toMatchObject({ status_code: 503 });
    expect((await readdir(tmpdir())).filter((name) => name.includes(id))).toEqual([]);
  });

  it('a part that S3 does not store is tried again by itself, when S3 only says that it is busy', async () => {
    const bytes = randomBytes(20 * MB);
    const id = await begin(bytes.length);
    let refused = 0;
    server.before = (asked) => (isPart(asked, 2) && (refused += 1) < 3 ? s3Failure(503, 'SlowDown') : undefined);
    expect(await store.write(sent(bytes), id, 0)).toBe(bytes.length);
    expect([refused, await finish(id, bytes)]).toEqual([3, bytes.length]);
  });
});

it('parts are 8 MiB however a client cuts, so that 50 GiB are fewer than the 10,000 that S3 takes', async () => {
  const bytes = randomBytes(28 * MB);
  for (const byteSize of [bytes.length, null]) {
    const id = await begin(byteSize);
    for (let offset = 0; offset < 25 * MB; offset += 5 * MB) await store.write(sent(bytes.subarray(offset, offset + 5 * MB)), id, offset);
    expect(partsOf()).toEqual({ 1: 8, 2: 8, 3: 8 });
    expect(await storage.size(id)).toBe(25 * MB);
    await storage.forget(id);
  }
});

it('an upload whose parts are listed on several pages is whole', async () => {
  server.pageSize = 2;
  const bytes = randomBytes(43 * MB);
  const id = await begin(bytes.length);
  await store.write(sent(bytes.subarray(0, 42 * MB)), id, 0);
  expect(await finish(id, bytes)).toBe(42 * MB);
});

it('sixty clients that send slowly hold nothing that the next one needs', async () => {
  const clients = Array.from({ length: 60 }, () => new PassThrough());
  const writing = clients.map(async (client) => {
    const id = await begin(20 * MB);
    client.write(Buffer.alloc(1));
    await store.write(client, id, 0);
  });
  await until(() => clients.every(({ readableLength, readableFlowing }) => readableLength === 0 && readableFlowing !== null));
  const bytes = randomBytes(9 * MB);
  const id = await begin(bytes.length);
  await store.write(sent(bytes), id, 0);
  await finish(id, bytes);
  clients.forEach((client) => client.end());
  await Promise.all(writing);
});

it('parts of one user leave an eighth and more of the slots to others (contract 2.12)', async () => {
  const mallory = newId();
  const own = new S3Storage(inBucket());
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const sending: string[] = [];
  server.before = async (asked) => {
    if (!isPart(asked)) return undefined;
    sending.push(asked.key);
    if (!malloryIds.includes(asked.key)) return undefined;
    await held;
    return undefined;
  };
  const newUpload = async () => (await own.create(new TusUpload({ id: newId(), size: 8 * MB, offset: 0 }))).id;
  const malloryIds = await Promise.all(Array.from({ length: 5 }, newUpload));
  const file = Buffer.alloc(8 * MB);
  const slow = malloryIds.map((id) => own.write(sent(file), id, 0, mallory));
  await until(() => sending.length === 2);
  expect(await own.write(sent(file), await newUpload(), 0, alice)).toBe(8 * MB);
  expect(sending).toHaveLength(3);
  letGo();
  expect(await Promise.all(slow)).toEqual(Array(5).fill(8 * MB));
});

describe('bytes that are too few for a part', () => {
  it('bytes that are too few for a part stay when the next request breaks, with what that one brought', async () => {
    const bytes = randomBytes(20 * MB);
    const id = await begin(bytes.length);
    await store.write(sent(bytes.subarray(0, 3 * MB)), id, 0);
    await expect(store.write(broken(bytes.subarray(3 * MB, 4 * MB)), id, 3 * MB)).rejects.toThrow('the line broke');
    expect(await finish(id, bytes)).toBe(4 * MB);
  });

  it('bytes that are too few for a part stay when S3 goes away in the next request', async () => {
    const bytes = randomBytes(20 * MB);
    const id = await begin(bytes.length);
    await store.write(sent(bytes.subarray(0, 3 * MB)), id, 0);
    server.before = ({ method }) => (method === 'PUT' ? s3Failure(403, 'AccessDenied') : undefined);
    await expect(store.write(sent(bytes.subarray(3 * MB)), id, 3 * MB)).rejects.toMatchObject({ status_code: 503 });
    server.before = () => undefined;
    expect(await finish(id, bytes)).toBe(3 * MB);
  });

  it('bytes too few for a part are counted once, when a process was killed after it had stored the part with them', async () => {
    const bytes = randomBytes(20 * MB);
    const id = await begin(bytes.length);
    await store.write(sent(bytes.subarray(0, 3 * MB)), id, 0);
    const rest = server.objects.get(`${id}.part`)!;
    await store.write(sent(bytes.subarray(3 * MB, 8 * MB)), id, 3 * MB);
    server.objects.set(`${id}.part`, rest);
    expect(await finish(id, bytes)).toBe(8 * MB);
    expect([...server.objects.keys()].filter((key) => key.startsWith(id)).sort()).toEqual([id, `${id}.info`]);
  });
});

describe('while S3 is away', () => {
  const nowhere = 'http://127.0.0.1:9';

  it('while S3 is away nothing is said not to exist: every question and every byte is 503', async () => {
    const id = await begin(10 * MB);
    await store.write(sent(randomBytes(6 * MB)), id, 0);
    const { store: away, storage: gone } = another({}, nowhere);
    for (const work of [
      () => away.getUpload(id),
      () => away.create(new TusUpload({ id: newId(), size: 3, offset: 0 })),
      () => away.write(sent(randomBytes(MB)), id, 6 * MB),
      () => gone.size(id),
      () => gone.lengthOf(id),
      () => gone.settle(id, 10 * MB),
      () => gone.readRange(id, 0, 10),
      () => gone.declareUploadLength(id, 10),
      () => gone.forget(id),
    ]) {
      await expect(work()).rejects.toMatchObject({ status_code: 503, cause: expect.any(Error) });
    }
    expect((await store.getUpload(id)).offset).toBe(6 * MB);
  });

  it.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [500, 'InternalError'],
  ])('while S3 answers %i %s, nothing is said not to exist', async (status, code) => {
    const id = await begin(10);
    server.before = () => s3Failure(status, code);
    await expect(storage.size(id)).rejects.toMatchObject({ status_code: 503 });
  });

  it('a store that accepts the connection and never answers is given up after a deadline', async () => {
    const id = await begin(10 * MB);
    server.before = () => new Promise(() => undefined);
    const { storage: impatient } = another({ idleMs: 200 });
    await expect(impatient.size(id)).rejects.toMatchObject({ status_code: 503 });
    await expect(impatient.write(sent(randomBytes(9 * MB)), id, 0)).rejects.toMatchObject({ status_code: 503 });
  });

  it('an upload that was never in S3 is not found', async () => {
    expect(await storage.size(newId())).toBe(undefined);
  });
});

it('an upload that was aborted under us is gone', async () => {
  const bytes = randomBytes(20 * MB);
  const id = await begin(bytes.length);
  await store.write(sent(bytes.subarray(0, 9 * MB)), id, 0);
  server.multipart.clear();
  await expect(storage.write(sent(bytes.subarray(9 * MB)), id, 9 * MB)).rejects.toMatchObject({ status_code: 410 });
  await expect(storage.settle(id, bytes.length)).rejects.toMatchObject({ status_code: 410 });
  await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 410 });
  await store.remove(id);
  expect([...server.objects.keys()].filter((key) => key.startsWith(id))).toEqual([]);
});

it('an upload that is aborted while a part is on its way is gone', async () => {
  const bytes = randomBytes(20 * MB);
  const id = await begin(bytes.length);
  server.before = (asked) => {
    if (isPart(asked, 2)) server.multipart.clear();
    return undefined;
  };
  await expect(store.write(sent(bytes), id, 0)).rejects.toMatchObject({ status_code: 410 });
});

it('an upload that has expired is swept out of the bucket', async () => {
  const before = server.multipart.size;
  const id = await begin(20 * MB);
  await store.write(sent(randomBytes(9 * MB)), id, 0);
  await test.db.query(`UPDATE uploads SET expires_at = now() - interval '1 hour' WHERE id = $1`, [id]);
  const log = pino({ level: 'silent' });
  const locks = new UploadLocks(environment(), log);
  await new UploadSweep(storage, queries, locks, log).sweepExpired();
  await locks.onApplicationShutdown();
  expect([[...server.objects.keys()].filter((key) => key.startsWith(id)), server.multipart.size]).toEqual([[], before]);
  expect(await test.db.query('SELECT 1 FROM uploads WHERE id = $1', [id])).toEqual([]);
});

it('an object that S3 does not delete keeps its row, so that it is tried again', async () => {
  const id = await begin(10);
  await store.write(sent(randomBytes(10)), id, 0);
  server.before = ({ method, key }) => (method === 'DELETE' && key === id ? s3Failure(403, 'AccessDenied') : undefined);
  await expect(store.remove(id)).rejects.toMatchObject({
    status_code: 503,
    cause: expect.objectContaining({ message: expect.stringContaining(id) }),
  });
  expect(await test.db.query('SELECT removed_at IS NOT NULL AS removed FROM uploads WHERE id = $1', [id])).toEqual([{ removed: true }]);
  server.before = () => undefined;
  await storage.forget(id);
  expect(server.objects.has(id)).toBe(false);
});

if (!hasSwift()) console.info('python3-swift is not installed: a store that is not Amazon’s is not tried.');
else describe('on OpenStack Swift', onSwift);

function onSwift(): void {
  const logged: { msg: string }[] = [];
  let server: SwiftServer;
  let storage: S3Storage;
  let store: RecordedStore;
  let locks: UploadLocks;

  beforeAll(async () => {
    server = await SwiftServer.start();
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: SWIFT.accessKey, AWS_SECRET_ACCESS_KEY: SWIFT.secretKey });
    storage = new S3Storage(inBucket(server.endpoint));
    store = new RecordedStore(storage, queries, new Clock(), metrics);
    locks = new UploadLocks(environment(), pino({ level: 'silent' }));
  }, 300_000);
  afterAll(async () => {
    await locks.onApplicationShutdown();
    await server.stop();
  });

  async function begin(byteSize: number): Promise<string> {
    const id = newId();
    await queries.insert({ id, userId: alice, byteSize, filename: null, contentType: null });
    await store.create(new TusUpload({ id, size: byteSize, offset: 0 }));
    return id;
  }
  const expire = (id: string) => test.db.query(`UPDATE uploads SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  const sweep = () =>
    new UploadSweep(
      storage,
      queries,
      locks,
      pino({}, { write: (line) => void logged.push(JSON.parse(line) as { msg: string }) }),
    ).sweepExpired();

  it('an upload in pieces of odd sizes is one object, byte for byte', async () => {
    const bytes = randomBytes(17 * MB + 3);
    const id = await begin(bytes.length);
    let offset = 0;
    for (const until of [1 * MB, 9 * MB + 1, bytes.length]) {
      expect((await store.getUpload(id)).offset).toBe(offset);
      offset = await store.write(sent(bytes.subarray(offset, until)), id, offset);
    }
    expect(await queries.find(id)).toMatchObject({ status: 'completed' });
    expect(await storage.lengthOf(id)).toBe(bytes.length);
    expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
    expect(sha256(await storage.readRange(id, 8 * MB - 10, 1000))).toBe(sha256(bytes.subarray(8 * MB - 10, 8 * MB + 990)));
  });

  it('a storage takes a file of no bytes, and one whose length is told at its end', async () => {
    expect(await queries.find(await begin(0))).toMatchObject({ status: 'completed' });
    const id = newId();
    await queries.insert({ id, userId: alice, byteSize: null, filename: null, contentType: null });
    await store.create(new TusUpload({ id, size: 100 * MB, offset: 0 }));
    const bytes = randomBytes(9 * MB);
    await store.write(sent(bytes), id, 0);
    await store.end(id, bytes.length);
    expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
  });

  it('an upload that is deleted from a storage leaves nothing behind, complete or not, and may be deleted twice', async () => {
    const [whole, part, rest] = [await begin(9 * MB), await begin(20 * MB), await begin(20)];
    await store.write(sent(randomBytes(9 * MB)), whole, 0);
    await store.write(sent(randomBytes(10 * MB)), part, 0);
    await store.write(sent(randomBytes(10)), rest, 0);
    for (const id of [whole, part, rest]) {
      await store.remove(id);
      expect(await storage.size(id)).toBe(undefined);
      await storage.forget(id);
      expect((await server.objects()).filter((name) => name.startsWith(id))).toEqual([]);
    }
  });

  it('the sweep deletes what has expired, complete or not', async () => {
    const [whole, part] = [await begin(10), await begin(20 * MB)];
    await store.write(sent(randomBytes(10)), whole, 0);
    await store.write(sent(randomBytes(9 * MB)), part, 0);
    for (const id of [whole, part]) await expire(id);
    expect(await sweep()).toBeGreaterThanOrEqual(2); // the test before may have left an upload of its own
    expect((await server.objects()).filter((name) => name.startsWith(whole) || name.startsWith(part))).toEqual([]);
    expect(logged).toEqual([]);
  });
}

it('an object is read at a signed address, in parts, without credentials (contract 17.2)', async () => {
  const id = newId();
  server.objects.set(id, { bytes: Buffer.from('0123456789'), metadata: {} });
  const { url } = await storage.locate(id, 'video/webm');
  expect(new URL(url).searchParams.get('response-content-type')).toBe('video/webm');
  expect(new URL(url).searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  expect(Number(new URL(url).searchParams.get('X-Amz-Expires'))).toBe(3600);
  const part = await fetch(url, { headers: { Range: 'bytes=2-4' } });
  expect(await part.text()).toBe('234');
});

it('a storage lists, reads and deletes all files of a user, used ones too (contract 16.10)', async () => {
  const bytes = randomBytes(6 * MB);
  const id = await begin(bytes.length);
  await store.write(sent(bytes), id, 0);
  await test.db.query('UPDATE uploads SET in_use = true, expires_at = NULL WHERE id = $1', [id]);
  const others = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Bob')`, [others]);
  await test.db.query('UPDATE uploads SET user_id = $1 WHERE id <> $2', [others, id]);
  const locks = new UploadLocks(environment(), pino({ level: 'silent' }));
  const uploads = new UserUploads(storage, queries, locks);
  const files: [string, string][] = [];
  for await (const file of uploads.filesOf(alice)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) chunks.push(chunk);
    files.push([file.id, sha256(Buffer.concat(chunks))]);
  }
  expect(files).toEqual([[id, sha256(bytes)]]);
  expect(await uploads.erase(alice)).toBe(1);
  expect([await storage.lengthOf(id), await queries.find(id)]).toEqual([undefined, null]);
  await locks.onApplicationShutdown();
});
