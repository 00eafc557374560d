import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { utf8Length } from './utf8-length.js';

it('is the length that an encoder gives', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('a', 'é', '語', '😀', '\ud800', '\udc00')).map((all) => all.join('')),
  );
  fc.assert(fc.property(text, (any) => expect(utf8Length(any)).toBe(new TextEncoder().encode(any).length)));
});
