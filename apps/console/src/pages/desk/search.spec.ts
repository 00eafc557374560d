import { describe, expect, it } from '@jest/globals';
import type { Episode } from '../../api/api.ts';
import { matching } from './search.ts';

const episodes = ['Undo is a promise', 'The  PROMISE of ﬁre', 'Über uns'].map((title) => ({ title }) as Episode);
const found = (search: string) => matching(episodes, search).map(({ title }) => title);

describe('a search in titles', () => {
  it('finds titles with all of its words, whatever their case, width and order', () => {
    expect(found('promise')).toEqual(['Undo is a promise', 'The  PROMISE of ﬁre']);
    expect(found(' fire the ')).toEqual(['The  PROMISE of ﬁre']);
    expect(found('ÜBER')).toEqual(['Über uns']);
  });

  it('without a word finds everything', () => {
    expect(found('  ')).toHaveLength(3);
  });

  it('takes its words as they are', () => {
    expect(found('.*')).toEqual([]);
  });
});
