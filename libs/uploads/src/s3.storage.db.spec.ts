import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { authPersistence } from '@app/auth';
import { Clock, Env, newId } from '@app/platform';
import { useDatabase } from '@app/platform/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Upload as TusUpload } from '@tus/utils';
import { uploadsPersistence } from './persistence.js';
import { RecordedStore } from './recorded.store.js';
import { S3Storage } from './s3.storage.js';
import { S3Server } from './testing/s3-server.js';
import { UploadsQueries } from './uploads.queries.js';

const MB = 1024 * 1024;
const test = useDatabase([authPersistence, uploadsPersistence]);
const alice = newId();

let server: S3Server;
let storage: S3Storage;
let store: RecordedStore;
let queries: UploadsQueries;

beforeAll(async () => {
  server = await S3Server.listen();
  // The client reads them where all clients of AWS do.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  storage = new S3Storage(environment());
  queries = new UploadsQueries(test.db, new Clock());
  store = new RecordedStore(storage, queries, new Clock());
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [alice]);
});
afterAll(() => server.close());

function environment(): Env {
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  return Env.load({ DATABASE_URL: test.url, ENCRYPTION_KEY, S3_BUCKET: 'videos', S3_ENDPOINT: server.endpoint });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function begin(byteSize: number | null): Promise<string> {
  const id = newId();
  await queries.insert({ id, userId: alice, byteSize, filename: null, contentType: null });
  await store.create(new TusUpload({ id, size: byteSize ?? 100 * MB, offset: 0 }));
  return id;
}

it('an upload in pieces of odd sizes is one object, byte for byte, and is read by ranges', async () => {
  const bytes = randomBytes(17 * MB + 3);
  const id = await begin(bytes.length);
  let offset = 0;
  for (const until of [1 * MB, 7 * MB + 1, 13 * MB, bytes.length]) {
    expect((await store.getUpload(id)).offset).toBe(offset);
    offset = await store.write(Readable.from([bytes.subarray(offset, until)]), id, offset);
    expect(offset).toBe(until);
  }
  expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
  expect(sha256(await storage.readRange(id, 9 * MB, 1000))).toBe(sha256(bytes.subarray(9 * MB, 9 * MB + 1000)));
});

it.each([0, 10, 6 * MB])('a file of %i bytes whose length is told at the end is one object', async (length) => {
  const bytes = randomBytes(length);
  const id = await begin(null);
  expect(await store.write(Readable.from(length ? [bytes] : []), id, 0)).toBe(length);
  await store.end(id, length);
  expect(await queries.find(id)).toMatchObject({ status: 'completed', byteSize: length });
  if (length > 0) expect(sha256(await storage.readRange(id, 0, length))).toBe(sha256(bytes));
});

it('is joined by whoever looks, when a process ended before it had joined the parts', async () => {
  const bytes = randomBytes(6 * MB);
  const id = await begin(bytes.length);
  const dying = new S3Storage(environment());
  Object.assign(dying, { finishMultipartUpload: () => Promise.reject(new Error('the process ends here')) });
  await expect(new RecordedStore(dying, queries, new Clock()).write(Readable.from([bytes]), id, 0)).rejects.toThrow('ends here');
  expect(await queries.find(id)).toMatchObject({ status: 'receiving' });
  expect((await store.getUpload(id)).offset).toBe(bytes.length);
  expect(await queries.find(id)).toMatchObject({ status: 'completed' });
  expect(sha256(await storage.readRange(id, 0, bytes.length))).toBe(sha256(bytes));
});

it('is deleted, complete or not, and deleting nothing is fine', async () => {
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

it('that cannot be reached tells no length, and is not taken for one that has nothing', async () => {
  const away = await S3Server.listen();
  const storage = new S3Storage(Object.assign(environment(), { S3_ENDPOINT: away.endpoint }));
  expect(await storage.lengthOf('none')).toBe(undefined);
  away.close();
  await expect(storage.lengthOf('none')).rejects.toThrow('ECONNREFUSED');
});
