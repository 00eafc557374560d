import { expect, it } from '@jest/globals';
import { insertSorted } from './edit.ts';

it('a line is inserted where it sorts, or after the last of its kind', () => {
  expect(insertSorted('x\nb 1\nb 3\ny\n', /^b .*$/gm, 'b 2')).toBe('x\nb 1\nb 2\nb 3\ny\n');
  expect(insertSorted('x\nb 1\ny\n', /^b .*$/gm, 'b 9')).toBe('x\nb 1\nb 9\ny\n');
});
