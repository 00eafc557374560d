import { describe, expect, it } from '@jest/globals';
import { namesOf } from './names.ts';

describe('names', () => {
  it.each([
    ['bookmarks', { singular: 'bookmark', Plural: 'Bookmarks', Singular: 'Bookmark', table: 'bookmarks' }],
    [
      'listener-notes',
      { singular: 'listener-note', parameter: 'listener_note', Plural: 'ListenerNotes', Singular: 'ListenerNote', table: 'listener_notes' },
    ],
    ['categories', { singular: 'category', Plural: 'Categories', Singular: 'Category', table: 'categories' }],
  ])('names of %s are those of the house', (name, expected) => {
    expect(namesOf(name)).toMatchObject(expected);
  });

  it.each(['Bookmarks', 'bookmark', '9s', 'a--bs', '../s'])('names of %s are refused', (name) => {
    expect(() => namesOf(name)).toThrow('plural noun in kebab-case');
  });
});
