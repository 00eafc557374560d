import { describe, expect, it } from '@jest/globals';
import { isHeld } from './conditional-get.js';

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b"', false],
    ['"b", "a"', true],
    ['"b" ,W/"a"', true],
    ['*', true],
    ['a', false],
    ['"A"', false],
  ])('If-None-Match %s holds "a": %s', (sent, held) => {
    expect(isHeld({ headers: sent === undefined ? {} : { 'if-none-match': sent } }, '"a"')).toBe(held);
  });
});
