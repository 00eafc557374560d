import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folded, pairs, type Candidate, type WaitingStock } from './matching.js';

describe('titles are the same (contract 9.5)', () => {
  it.each([
    ['Episode 12', '  EPISODE\t12 '],
    ['Straße', 'STRASSE'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﬁnale', 'FINALE'],
    ['Cafe\u0301', 'CAFÉ'],
    ['a\u00a0b\n c', 'A B C'],
    ['ΟΔΟΣ', 'οδος'],
  ])('%j and %j', (one, other) => expect(folded(one)).toBe(folded(other)));

  it.each([
    ['Episode 1', 'Episode 12'],
    ['Cafe', 'Café'],
    ['a-b', 'a b'],
  ])('not %j and %j', (one, other) => expect(folded(one)).not.toBe(folded(other)));
});

const stock = (id: string, guid: string | null, title: string | null = null): WaitingStock => ({ id, guid, title });
const episode = (id: string, guid: string | null, title = id): Candidate => ({ id, guid, title });

describe('a stock finds its episode', () => {
  it.each<[string, WaitingStock[], Candidate[], string[]]>([
    ['by guid', [stock('s', 'g')], [episode('e', 'g'), episode('f', 'h')], ['s-e']],
    ['by title', [stock('s', null, 'One ')], [episode('e', 'g', 'one')], ['s-e']],
    ['by guid before title', [stock('s', 'g', 'Two')], [episode('e', 'g', 'One'), episode('f', 'h', 'Two')], ['s-e']],
    ['by title when nobody has its guid', [stock('s', 'x', 'Two')], [episode('e', 'g', 'One'), episode('f', 'h', 'Two')], ['s-f']],
    ['not when two stocks want one guid', [stock('s', 'g'), stock('t', 'g')], [episode('e', 'g')], []],
    ['not when two stocks want one title', [stock('s', null, 'a'), stock('t', null, 'A')], [episode('e', null, 'a')], []],
    ['not when two episodes have the title', [stock('s', null, 'a')], [episode('e', null, 'a'), episode('f', null, 'A')], []],
    ['when the rival has found another by guid', [stock('s', null, 'a'), stock('t', 'g', 'a')], [episode('e', 'g', 'b'), episode('f', null, 'a')], ['t-e', 's-f']], // prettier-ignore
    ['not by a title of nothing but space', [stock('s', null, ' ')], [episode('e', null, '')], []],
    ['not without a rule', [stock('s', null)], [episode('e', null)], []],
  ])('%s', (_, stocks, episodes, found) => {
    expect(pairs(stocks, episodes).map(({ stockId, episodeId }) => `${stockId}-${episodeId}`)).toEqual(found);
  });

  it('whatever the order, at most once each, and by what both say', () => {
    const key = fc.option(fc.constantFrom('a', 'b', 'c', 'A '), { nil: null });
    const stocks = fc.uniqueArray(fc.record({ id: fc.nat(20).map((id) => `s${id}`), guid: key, title: key }), { selector: ({ id }) => id });
    const episodes = fc.uniqueArray(fc.record({ id: fc.nat(20).map((id) => `e${id}`), guid: key, title: key.map((title) => title ?? '') }), { selector: ({ id }) => id }); // prettier-ignore
    fc.assert(
      fc.property(stocks, episodes, (waiting, candidates) => {
        const found = pairs(waiting, candidates);
        const sorted = (all: typeof found) => all.map(({ stockId, episodeId }) => `${stockId}-${episodeId}`).sort();
        expect(sorted(pairs([...waiting].reverse(), [...candidates].reverse()))).toEqual(sorted(found));
        expect(new Set(found.map(({ stockId }) => stockId)).size).toBe(found.length);
        expect(new Set(found.map(({ episodeId }) => episodeId)).size).toBe(found.length);
        for (const { stockId, episodeId } of found) {
          const one = waiting.find(({ id }) => id === stockId);
          const other = candidates.find(({ id }) => id === episodeId);
          const byGuid = one?.guid != null && one.guid === other?.guid;
          expect(byGuid || (one?.title != null && folded(one.title) === folded(other?.title ?? ''))).toBe(true);
        }
      }),
    );
  });
});
