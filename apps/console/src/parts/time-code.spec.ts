import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTime, readTimeCode, writeTimeCode } from './time-code.ts';

describe('a time code', () => {
  it.each([
    ['0', 0],
    ['83.5', 83.5],
    ['1:23', 83],
    ['01:23,250', 83.25],
    ['1:02:03.004', 3723.004],
    [' 2:00 ', 120],
  ])('the time code %j is read as %d seconds', (text, seconds) => {
    expect(readTimeCode(text)).toBe(seconds);
  });

  it.each(['', '1:60', '1:61:00', 'noon', '-1', '1:2:3:4', '1:', '1.2345'])('the text %j is no time code', (text) => {
    expect(readTimeCode(text)).toBeUndefined();
  });

  it('a time code is read as the time that it was written for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359_999_999 }), (milliseconds) => {
        expect(readTimeCode(writeTimeCode(milliseconds / 1000))).toBe(milliseconds / 1000);
      }),
    );
  });
});

it.each([
  ['1.5', 1500],
  ['-0:02', -2000],
  ['−2', -2000],
  ['+1:00:00,25', 3_600_250],
  ['90:00', 5_400_000],
  ['12345:00:00', 44_442_000_000],
  ['0', 0],
  ['1.2345', undefined],
  ['one', undefined],
  ['', undefined],
  ['--1', undefined],
])('an offset of “%s” is %p milliseconds', (text, ms) => {
  expect(readTime(text)).toBe(ms);
});
