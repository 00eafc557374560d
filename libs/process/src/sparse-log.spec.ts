import { expect, it } from '@jest/globals';
import { SparseLog } from './sparse-log.js';

it('390 failures within a second are one line, and the next line tells how many were left out', () => {
  let now = 0;
  const lines: object[] = [];
  const sparse = new SparseLog(() => now);
  const fail = (n: number) => sparse.line((leftOut) => lines.push({ n, ...leftOut }));
  for (let n = 0; n < 390; n += 1) fail(n);
  now = 1000;
  fail(390);
  now = 2500;
  fail(391);
  expect(lines).toEqual([{ n: 0 }, { n: 390, leftOut: 389 }, { n: 391 }]);
});
