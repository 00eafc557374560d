import { describe, expect, it } from '@jest/globals';
import { masksLacking, partsOf, PARTS } from './missing-parts.js';

describe('masksLacking', () => {
  it('masksLacking is every combination that has all of the parts, and none other', () => {
    for (const parts of [[], ['transcript'], ['video', 'chapters'], [...PARTS]] as (typeof PARTS)[number][][]) {
      const masks = masksLacking(parts);
      expect(masks).toHaveLength(2 ** (PARTS.length - parts.length));
      for (const mask of masks) expect(partsOf(mask)).toEqual(expect.arrayContaining(parts));
    }
  });
});

describe('partsOf', () => {
  it('partsOf names the parts in the order of the contract', () => {
    expect([partsOf(0), partsOf(7), partsOf(5)]).toEqual([[], ['transcript', 'chapters', 'video'], ['transcript', 'video']]);
  });
});
