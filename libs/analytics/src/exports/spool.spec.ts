import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { until } from '@app/process/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Spool, type SpoolOptions } from './spool.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterAll(() => rm(directory, { recursive: true }));

const aSpool = (options: SpoolOptions = {}) => new Spool({ directory, ...options });
const PIECE = 'x'.repeat(100_000);

/** Pieces as text, each with its number, so that a lost or doubled one shows. */
const pieces = (count: number) => Array.from({ length: count }, (_, n) => `${n}:${PIECE}\n`);

describe('a spool', () => {
  it('a spool gives everything in order to a reader that keeps up', async () => {
    const spool = aSpool();
    const [read] = await Promise.all([buffer(spool), pipeline(Readable.from(pieces(50)), spool)]);
    expect(read.toString()).toBe(pieces(50).join(''));
  });

  it('a spool lets the source end before anybody reads, and gives everything in order afterwards', async () => {
    const spool = aSpool();
    await new Promise<void>((resolve) => void Readable.from(pieces(50)).pipe(spool).once('finish', resolve));
    expect((await buffer(spool)).toString()).toBe(pieces(50).join(''));
  });

  it('a spool leaves no file behind', async () => {
    const spool = aSpool();
    await new Promise<void>((resolve) => void Readable.from(pieces(50)).pipe(spool).once('finish', resolve));
    expect(await readdir(directory)).toEqual([]);
    spool.destroy();
  });

  it('a spool whose reader has left closes its file', async () => {
    const kinds: string[] = [];
    const hook = createHook({ init: (_id, kind) => void kinds.push(kind) }).enable();
    const spool = aSpool();
    await new Promise<void>((resolve) => void Readable.from(pieces(50)).pipe(spool).once('finish', resolve));
    spool.destroy();
    await once(spool, 'close');
    hook.disable();
    expect(kinds).toContain('FILEHANDLECLOSEREQ');
  });

  it('a spool loses nothing when a disk that is nearly full takes only a part of what is written', async () => {
    const handle = await open(directory);
    const write = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'write').mockResolvedValueOnce({ bytesWritten: 0, buffer: '' });
    await handle.close();
    const spool = aSpool();
    await new Promise<void>((resolve) => void Readable.from(pieces(5)).pipe(spool).once('finish', resolve));
    expect((await buffer(spool)).toString()).toBe(pieces(5).join(''));
    write.mockRestore();
  });

  it('a spool makes the source wait when the file is full', async () => {
    const spool = aSpool({ maxBytes: 1_000_000 });
    let given = 0;
    function* counted() {
      for (const piece of pieces(100)) {
        given += 1;
        yield piece;
      }
    }
    const finished = new Promise<void>((resolve) => void Readable.from(counted()).pipe(spool).once('finish', resolve));
    await until(() => given >= 10);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(given).toBeLessThan(30); // the file, and what the streams themselves hold
    expect((await buffer(spool)).toString()).toBe(pieces(100).join(''));
    await finished;
  });

  it('a spool makes the source wait for the reader where no file can be made', async () => {
    const spool = aSpool({ directory: join(directory, 'missing') });
    const [read] = await Promise.all([buffer(spool), pipeline(Readable.from(pieces(20)), spool)]);
    expect(read.toString()).toBe(pieces(20).join(''));
  });

  it('a spool gives a reader up that takes nothing', async () => {
    const spool = aSpool({ stallTimeoutMs: 50 });
    await expect(pipeline(Readable.from(pieces(50)), spool, new Writable({ write: () => undefined }))).rejects.toThrow('for too long');
  });

  it('a spool gives a reader up that has not taken the whole in time', async () => {
    const spool = aSpool({ timeoutMs: 100 });
    const slow = new Writable({ highWaterMark: 1, write: (_piece, _, done) => void setTimeout(done, 20) });
    await expect(pipeline(Readable.from(pieces(1000)), spool, slow)).rejects.toThrow('not taken in time');
  });

  it('a spool waits for a source that gives nothing', async () => {
    const spool = aSpool({ stallTimeoutMs: 20 });
    async function* slowly() {
      await new Promise((resolve) => setTimeout(resolve, 200));
      yield 'late';
    }
    const [read] = await Promise.all([buffer(spool), pipeline(Readable.from(slowly()), spool)]);
    expect(read.toString()).toBe('late');
  });

  it('a spool fails when the source fails, so that what was sent does not look whole', async () => {
    function* failing() {
      yield* pieces(5);
      throw new Error('the database went away');
    }
    const spool = aSpool();
    const read = buffer(spool);
    await expect(pipeline(Readable.from(failing()), spool)).rejects.toThrow('went away');
    await expect(read).rejects.toThrow();
  });

  it('a spool gives every byte once, whoever is slow and when', async () => {
    const size = fc.integer({ min: 1, max: 150_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 12 }), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }), async (sizes, pauses) => {
        const given = sizes.map((length, n) => String.fromCharCode(0xe0 + n).repeat(length)); // two bytes each
        const read: Buffer[] = [];
        let turn = 0;
        const pause = () => new Promise((resolve) => setTimeout(resolve, pauses[turn++ % pauses.length]));
        const reader = new Writable({ highWaterMark: 1, write: (piece: Buffer, _, done) => void (read.push(piece), pause().then(() => done())) });
        await pipeline(Readable.from(given), aSpool({ maxBytes: 400_000 }), reader);
        expect(Buffer.concat(read).toString() === given.join('')).toBe(true);
      }),
      { numRuns: 60 },
    ); // prettier-ignore
  });
});
