import { expect, it } from '@jest/globals';
import { GatheredBytes } from './gathered-bytes.js';

it.each([[[]], [[1]], [[0, 5, 0]], [[16_384]], [[16_385, 1]], [[1, 40_000, 3, 200_000, 7]], [[900_000, 3_000_000, 1]]])(
  'gathered bytes are all that came, in order, in a buffer of their own: chunks of %j',
  (lengths) => {
    const chunks = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
    const all = Buffer.concat(chunks);
    for (const room of [0, 1000]) {
      const bytes = new GatheredBytes(all.length + room);
      for (const chunk of chunks) bytes.add(chunk);
      const whole = bytes.whole();
      expect(Buffer.compare(whole, all)).toBe(0);
      expect([bytes.length, whole.buffer.byteLength]).toEqual([all.length, all.length]);
    }
  },
);

it('gathered bytes are never more than were said to come', () => {
  const bytes = new GatheredBytes(2);
  bytes.add(new Uint8Array(2));
  expect(() => bytes.add(new Uint8Array(1))).toThrow(RangeError);
});
