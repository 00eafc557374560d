import { expect, it } from '@jest/globals';
import { retryAfter } from './retry-after.js';

const now = new Date('2026-11-22T10:00:00Z');

it.each([
  ['120', '2026-11-22T10:02:00.000Z'],
  [' 1 ', '2026-11-22T10:00:01.000Z'],
  ['Sun, 22 Nov 2026 11:00:00 GMT', '2026-11-22T11:00:00.000Z'],
  ['999999999', '2026-11-23T10:00:00.000Z'], // a day at most
  ['Sun, 22 Nov 2026 09:00:00 GMT', null],
  ['0', null],
  ['-5', null],
  ['soon', null],
  ['', null],
  [undefined, null],
])('Retry-After %j ends at %s', (value, until) => expect(retryAfter(value, now)?.toISOString() ?? null).toBe(until));
