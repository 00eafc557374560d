import { expect, it } from '@jest/globals';
import { asMilliseconds, untilThen } from './countdown.ts';

it.each([
  [-1, 'now'],
  [0, 'now'],
  [400, 'in 1 s'],
  [59_001, 'in 1 min 00 s'],
  [125_000, 'in 2 min 05 s'],
  [3_600_000, 'in 1 h 00 min'],
  [10_805_000, 'in 3 h 00 min'],
])('%p milliseconds from now is “%s”', (ms, words) => {
  expect(untilThen(ms)).toBe(words);
});

it.each([
  [null, 'not known'],
  [0, '0 ms'],
  [999, '999 ms'],
  [1234, '1.23 s'],
  [10_003, '10.0 s'],
])('a duration of %p ms is “%s”', (ms, words) => {
  expect(asMilliseconds(ms)).toBe(words);
});
