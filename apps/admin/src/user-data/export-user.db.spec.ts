import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { persistence } from '@app/product';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { exportUser } from './export-user.js';

const test = useDatabase(persistence);
const userId = newId();
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'user-export-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const exported = () => {
  const nothing = { downloads: Readable.from([]), files: Readable.from([]) };
  return exportUser({ db: test.db, userId, ...nothing }, join(directory, 'user.tar.gz'));
};

type Done = (error: Error | null, bytes?: number, given?: unknown) => void;

/** A disk that is nearly full: what is written is passed on as `most` says, however it is written. */
async function onDisk(most: (bytes: number) => number): Promise<void> {
  const handle = await open(directory);
  const prototype = Object.getPrototypeOf(handle) as { write: (this: FileHandle, ...all: unknown[]) => unknown };
  await handle.close();
  const write = fs.write as (...all: unknown[]) => void;
  const ofHandle = prototype.write;
  const writing = (fd: number, bytes: Buffer, offset: number, length: number, at: number | null, done: Done) => {
    const taken = most(length);
    if (taken > 0) write(fd, bytes, offset, taken, at, done);
    else done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  };
  jest.spyOn(fs, 'write').mockImplementation(writing as never);
  jest
    .spyOn(fs, 'writev')
    .mockImplementation(((fd: number, [first = Buffer.alloc(0), ...more]: Buffer[], at: number | null, done: Done) =>
      writing(fd, first, 0, first.length, at, (error, bytes) => done(error, bytes, [first, ...more]))) as never);
  jest.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, data) {
    const bytes = Buffer.from(data as string);
    return ofHandle.call(this, bytes, 0, most(bytes.length));
  });
}

it('an export of a user has every row when a disk that is nearly full takes only a part of what is written (contract 16.10)', async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) SELECT uuidv7(), 'P' || n, $1, $1 FROM generate_series(1, 2500) n`, [userId]); // prettier-ignore
  await onDisk((bytes) => Math.ceil(bytes / 2));
  const { file } = await exported();
  const lines = execFileSync('tar', ['-xzOf', file, 'rows/podcasts.ndjson']).toString().trimEnd().split('\n');
  expect(new Set(lines.map((line) => (JSON.parse(line) as { title: string }).title)).size).toBe(2500);
});

it('an export of a user that the disk has no room for fails, and leaves nothing behind', async () => {
  await onDisk(() => 0);
  await expect(exported()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(directory)).toEqual([]);
});
