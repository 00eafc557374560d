import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffLines } from './diff-lines.ts';

const rebuilt = (a: readonly string[], b: readonly string[]) => {
  const lines: string[] = [];
  let kept = 0;
  for (const { fromA, toA, fromB, toB } of diffLines(a, b)) {
    lines.push(...a.slice(kept, fromA), ...b.slice(fromB, toB));
    kept = toA;
  }
  return [...lines, ...a.slice(kept)];
};

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 30 });

it('the changes turn one text into the other', () => {
  fc.assert(
    fc.property(text, text, (a, b) => expect(rebuilt(a, b)).toEqual(b)),
    { numRuns: 1000 },
  );
});

it('equal texts have no changes', () => {
  expect(diffLines(['a', '', 'a'], ['a', '', 'a'])).toEqual([]);
});

it('one changed line among lines that repeat is one change', () => {
  const cue = (at: number) => [`00:${at} --> 00:${at + 1}`, 'Yes.', ''];
  const a = [1, 3, 5].flatMap(cue);
  const b = a.with(4, 'No.');
  expect(diffLines(a, b)).toEqual([{ fromA: 4, toA: 5, fromB: 4, toB: 5 }]);
});

it('a moved block is one removal and one insertion', () => {
  expect(diffLines(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])).toEqual([
    { fromA: 0, toA: 1, fromB: 0, toB: 0 },
    { fromA: 4, toA: 4, fromB: 3, toB: 4 },
  ]);
});

it('20,000 shifted subtitles are 20,000 changes of one line', () => {
  const cues = (offset: number) => Array.from({ length: 20_000 }, (_, at) => [`${at * 3 + offset} --> x`, `words ${at}`, '']).flat();
  const changes = diffLines(cues(0), cues(1));
  expect(changes).toHaveLength(20_000);
  expect(changes.every(({ fromA, toA, fromB, toB }) => toA - fromA === 1 && toB - fromB === 1)).toBe(true);
});
