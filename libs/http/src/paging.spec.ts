import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Cursors, page } from './paging.js';

const anything = () => true;

describe('a cursor', () => {
  it('a cursor is read back by the list that made it, and by no other', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.string(), fc.string(), (key, scope, other) => {
        const text = Buffer.from(key).toString(); // half a surrogate pair does not survive UTF-8
        const cursor = new Cursors(scope, anything).at(text);
        expect(new Cursors(scope, anything).read(cursor)).toBe(text);
        if (other !== scope) expect(() => new Cursors(other, anything).read(cursor)).toThrow(expect.objectContaining({ kind: 'invalid' }));
      }),
    );
  });

  it('a cursor that was changed in any place is refused', () => {
    const cursors = new Cursors('list', anything);
    const cursor = cursors.at('01a1fc4b-8e85-72bc-87b6-49659652e670');
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(() => cursors.read(changed)).toThrow('not one of this list');
    }
    expect(() => cursors.read(`${cursor}=`)).toThrow('not one of this list'); // the same, spelled in another way
  });

  it('a cursor that was made up is refused when it names no key of the list', () => {
    const cursors = new Cursors('list', (key) => key.startsWith('a'));
    expect(cursors.read(cursors.at('a1'))).toBe('a1');
    expect(() => cursors.read(cursors.at('b1'))).toThrow('not one of this list');
  });

  it('a cursor that is any text is refused or made here', () => {
    const cursors = new Cursors('list', anything);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => cursors.read(text)).toThrow(
          expect.objectContaining({ errors: [expect.objectContaining({ field: 'after', code: 'invalid_cursor' })] }),
        );
      }),
    );
    expect(cursors.read(undefined)).toBeUndefined();
  });
});

describe('a page', () => {
  const cursors = new Cursors('list', anything);
  const of = (rows: number[], first: number) => page(rows, first, { cursors, key: String, item: (row) => ({ row }) });

  it.each([
    [[], 2, [], null],
    [[1, 2], 2, [1, 2], null],
    [[1, 2, 3], 2, [1, 2], '2'],
  ])('a page of %j, %i at most, has %j and goes on after %j', (rows, first, shown, after) => {
    const { data, meta } = of(rows, first);
    expect(data).toEqual(shown.map((row) => ({ row })));
    expect(meta.has_more).toBe(after !== null);
    expect(meta.next_cursor === null ? null : cursors.read(meta.next_cursor)).toBe(after);
  });
});
