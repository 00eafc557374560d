import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { CsvFile } from './analytics.service.js';
import { Places } from './places.js';
import { sendFile } from './send-file.js';

/** A file of so many pieces, which tells what became of it. */
function aFile(pieces: number): CsvFile & { readonly seen: { read: number; closed: number } } {
  const seen = { read: 0, closed: 0 };
  return {
    seen,
    etag: '"x"',
    read: () => Promise.resolve(seen.read < pieces ? `piece ${++seen.read}\r\n` : ''),
    close: () => {
      seen.closed += 1;
      return Promise.resolve();
    },
  };
}

/** A client that takes a piece in so many milliseconds, and only so many pieces. */
function aClient(milliseconds: number, most = Infinity): { readonly out: Writable; readonly taken: string[] } {
  const taken: string[] = [];
  const out = new Writable({
    highWaterMark: 1,
    write: (chunk, _, done) => {
      if (taken.push(String(chunk)) < most) setTimeout(done, milliseconds);
    },
  });
  return { out, taken };
}

describe('a file', () => {
  it('is sent whole, no faster than the client reads', async () => {
    const file = aFile(5);
    const { out, taken } = aClient(5);
    await sendFile(file, out);
    expect([taken.length, out.writableEnded, file.seen]).toEqual([5, true, { read: 5, closed: 1 }]);
  });

  it('whose client goes away is closed, and not read on', async () => {
    const file = aFile(1000);
    const { out } = aClient(1);
    setTimeout(() => out.destroy(), 30);
    await sendFile(file, out);
    expect(file.seen.closed).toBe(1);
    expect(file.seen.read).toBeLessThan(100);
  });

  it('whose client takes nothing for a while is closed, and the connection is cut', async () => {
    const file = aFile(1000);
    const { out } = aClient(1, 3);
    await sendFile(file, out, 50);
    expect([file.seen.closed, out.destroyed, out.writableEnded]).toEqual([1, true, false]);
    expect(file.seen.read).toBeLessThan(6);
  });

  it('that breaks is closed, and the client is not told that it was whole', async () => {
    const file = { ...aFile(3), read: () => Promise.reject(new Error('broken')) };
    const { out } = aClient(1);
    await expect(sendFile(file, out)).rejects.toThrow('broken');
    expect([file.seen.closed, out.writableEnded]).toEqual([1, false]);
  });
});

describe('places', () => {
  it('are so many, first come, first served, and given back once', async () => {
    const places = new Places(2);
    const [one] = [await places.take(), await places.take()];
    const order: string[] = [];
    const [third, fourth] = ['third', 'fourth'].map((name) => places.take().then(() => order.push(name)));
    one();
    one();
    await third;
    expect(order).toEqual(['third']);
    void fourth;
  });
});
