import { describe, expect, it } from '@jest/globals';
import { isLow, remainingSeconds, usagePercent } from './low-quota.js';

describe('the quota is low (contract 7.3)', () => {
  it.each([
    [899, 1000, false],
    [900, 1000, true],
    [8, 9, false], // 88.8 %
    [9, 10, true],
    [2_000_000_000, 2_222_222_222, true], // 90.00000009 %
    [2_000_000_000, 2_222_222_223, false], // 89.9999999 %
    [899_999_999_999_999, 999_999_999_999_999, false], // 89.99999999999998 %
    [0, 0, false],
    [1, 0, true],
    [5000, 1000, true],
  ])('the quota is low at %i of %i s: %s', (used, available, low) => expect(isLow(used, available)).toBe(low));
});

it.each([
  [0, 0, 0],
  [1, 0, 100],
  [0, 10, 0],
  [1, 3, 33.3],
  [2, 3, 66.6],
  [8999, 10_000, 89.9],
  [3, 2, 150],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 100],
])('%i of %i s is %d %%, rounded down to one decimal', (used, available, percent) => expect(usagePercent(used, available)).toBe(percent));

it('the remaining seconds of a quota are never below zero', () =>
  expect([remainingSeconds(3, 10), remainingSeconds(30, 10)]).toEqual([7, 0]));
