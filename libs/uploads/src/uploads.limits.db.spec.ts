import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { uploadsPersistence } from './persistence.js';
import { anUpload } from './testing.js';
import { UploadsQueries, type NewUpload } from './uploads.queries.js';
import { UploadsService } from './uploads.service.js';

const GIB = 1024 ** 3;
const test = useDatabase([authPersistence, uploadsPersistence]);

let alice: string;
beforeEach(async () => {
  alice = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [alice]);
});

const queries = () => new UploadsQueries(test.db, new Clock());
const uploads = () => new UploadsService(test.db, queries(), new Clock());
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'begun',
    (error: { kind?: string; errors?: { code: string }[] }) => `${error.kind} ${error.errors?.[0]?.code}`,
  );
const begin = (over: Partial<NewUpload> = {}) =>
  codeOf(uploads().begin({ id: newId(), userId: alice, byteSize: 1, filename: null, contentType: null, ...over }));
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));

describe('a user has at most 100 unfinished uploads', () => {
  it('a user has at most 100 unfinished uploads, exactly, also when 130 begin at once', async () => {
    const results = await times(130, () => begin());
    expect(results.filter((result) => result === 'begun')).toHaveLength(100);
    expect(new Set(results)).toEqual(new Set(['begun', 'conflict too_many_uploads']));
  });

  it('complete, removed, expired and other users’ uploads do not count as unfinished', async () => {
    const bob = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Bob')`, [bob]);
    await times(99, () => anUpload(test.db, { userId: alice, status: 'receiving' }));
    await times(5, () => anUpload(test.db, { userId: bob, status: 'receiving' }));
    await anUpload(test.db, { userId: alice });
    await anUpload(test.db, { userId: alice, status: 'receiving', expiresAt: new Date(0) });
    await queries().remove(await anUpload(test.db, { userId: alice, status: 'receiving' }));
    expect([await begin(), await begin()]).toEqual(['begun', 'conflict too_many_uploads']);
  });
});

it('an upload expires a day after its last byte, and seven days after it is complete or given back (contract 8.4)', async () => {
  const now = new Date('2030-01-01T00:00:00Z');
  const at = new UploadsQueries(test.db, Object.assign(new Clock(), { now: () => now }));
  const [id, used] = [newId(), await anUpload(test.db, { userId: alice, expiresAt: new Date('2040-01-01') })];
  const days = async (of: string) => Number((await at.find(of))?.expiresAt) / 86_400_000 - now.getTime() / 86_400_000;
  await at.insert({ id, userId: alice, byteSize: 1, filename: null, contentType: null });
  const found = [await days(id)];
  await test.db.query('UPDATE uploads SET expires_at = $2 WHERE id = $1', [id, now]);
  await at.touch(id);
  found.push(await days(id));
  await at.complete(id, 1);
  found.push(await days(id));
  await test.db.transaction(async (tx) => expect(await at.claim(tx, used)).toBe(true));
  await test.db.transaction((tx) => at.release(tx, used));
  expect([...found, await days(used)]).toEqual([1, 1, 7, 7]);
});

describe('a user has at most 200 GiB stored and unused', () => {
  it('a user has at most 200 GiB stored and unused, exactly, also when many begin at once', async () => {
    const results = await times(10, () => begin({ byteSize: 50 * GIB }));
    expect(results.sort()).toEqual([...Array<string>(4).fill('begun'), ...Array<string>(6).fill('conflict storage_full')]);
    expect(await begin({ byteSize: 0 })).toBe('begun');
  });

  it('a user has at most 200 GiB stored and unused with what is complete and what is still to come together', async () => {
    await anUpload(test.db, { userId: alice, byteSize: 120 * GIB });
    await anUpload(test.db, { userId: alice, byteSize: 50 * GIB, status: 'receiving' });
    expect([await begin({ byteSize: 30 * GIB + 1 }), await begin({ byteSize: 30 * GIB })]).toEqual(['conflict storage_full', 'begun']);
  });

  it('a file of unknown size counts with the most that it may have, until it is complete', async () => {
    const id = newId();
    expect(await begin({ byteSize: null, maxBytes: 200 * GIB + 1 })).toBe('conflict storage_full');
    await begin({ id, byteSize: null, maxBytes: 200 * GIB });
    expect(await begin()).toBe('conflict storage_full');
    await queries().complete(id, 10);
    expect(await begin()).toBe('begun');
  });

  it('an upload that a video stock uses does not count as unused', async () => {
    const used = await anUpload(test.db, { userId: alice, byteSize: 200 * GIB });
    expect(await begin()).toBe('conflict storage_full');
    await test.db.transaction((tx) => uploads().claim(tx, used, alice));
    expect(await begin()).toBe('begun');
  });
});

describe('the list of a user’s uploads', () => {
  it('the list of a user’s uploads is newest first, without what is removed, expired or another user’s', async () => {
    const bob = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Bob')`, [bob]);
    const [first, second, third] = [
      await anUpload(test.db, { userId: alice }),
      await anUpload(test.db, { userId: alice, status: 'receiving' }),
      await anUpload(test.db, { userId: alice }),
    ];
    await anUpload(test.db, { userId: bob });
    await anUpload(test.db, { userId: alice, expiresAt: new Date(0) });
    await queries().remove(await anUpload(test.db, { userId: alice }));
    await test.db.transaction((tx) => uploads().claim(tx, first, alice)); // in use: it does not expire
    const ids = async (filter: Parameters<UploadsQueries['ofUser']>[1]) => (await queries().ofUser(alice, filter)).map(({ id }) => id);
    expect(await ids({ first: 10 })).toEqual([third, second, first]);
    expect(await ids({ first: 1 })).toEqual([third, second]); // one more, which tells that there is a next page
    expect(await ids({ first: 10, after: third })).toEqual([second, first]);
    expect(await ids({ first: 10, status: 'completed' })).toEqual([third, first]);
    expect(await ids({ first: 10, status: 'receiving' })).toEqual([second]);
  });
});

it('a list of uploads reads its page alone, also with statistics of before other users had any', async () => {
  const bob = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Bob')`, [bob]);
  const uploads = (userId: string, count: number) =>
    test.db.query(
      `INSERT INTO uploads (id, user_id, byte_size, expires_at) SELECT uuidv7(), $1, 1, now() + interval '1 day' FROM generate_series(1, $2)`,
      [userId, count],
    );
  await test.db.query('DELETE FROM uploads');
  await uploads(alice, 500);
  await test.db.query('ANALYZE uploads');
  await uploads(bob, 5000);
  const list = (tx: EntityManager) => new UploadsQueries(tx as never, new Clock()).ofUser(alice, { first: 50 });
  expect(await rowsRead(test.db, list)).toBeLessThan(200);
});

describe('an upload that is deleted while a stock is being created', () => {
  it('an upload that is deleted while a stock is being created is upload_not_found for the stock, not upload_already_used', async () => {
    const id = await anUpload(test.db, { userId: alice });
    class Deleting extends UploadsQueries {
      override async claim(...args: Parameters<UploadsQueries['claim']>): Promise<boolean> {
        await queries().remove(id); // after the stock's request has seen the upload
        return super.claim(...args);
      }
    }
    const service = new UploadsService(test.db, new Deleting(test.db, new Clock()), new Clock());
    expect(await codeOf(test.db.transaction((tx) => service.claim(tx, id, alice)))).toBe('invalid upload_not_found');
  });
});
