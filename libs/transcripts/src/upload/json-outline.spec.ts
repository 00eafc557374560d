import { describe, expect, it } from '@jest/globals';
import { hasTooMuchStructure } from './json-outline.js';

const bytes = (json: string) => new TextEncoder().encode(json);

describe('hasTooMuchStructure', () => {
  it.each([
    ['a long string', JSON.stringify({ content: '[{,:'.repeat(1_000_000) })],
    ['a string of quotes', JSON.stringify({ content: '"\\'.repeat(1_000_000) })],
    ['a string of backslashes', JSON.stringify({ content: '\\'.repeat(3_000_000), format: 'srt' })],
    ['as much as a small body has', `[${'1,'.repeat(499_000)}1]`],
    ['nothing', ''],
    ['a string without an end', `"${'x'.repeat(2_000_000)}`],
  ])('lets %s pass', (_, json) => expect(hasTooMuchStructure(bytes(json))).toBe(false));

  it.each([
    ['nested arrays', '['.repeat(1_500_000)],
    ['many members', JSON.stringify(Object.fromEntries(Array.from({ length: 600_000 }, (_, key) => [key, 0])))],
    ['many short strings', `[${'"",'.repeat(1_100_000)}""]`],
    ['what comes after a string of backslashes', `"${'\\\\'.repeat(1000)}"${'[]'.repeat(600_000)}`],
    ['a string that ends after an escaped quote', `"\\"x"${'[]'.repeat(600_000)}`],
  ])('stops %s', (_, json) => expect(hasTooMuchStructure(bytes(json))).toBe(true));
});
