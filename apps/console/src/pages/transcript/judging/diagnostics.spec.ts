import { expect, it } from '@jest/globals';
import { ChangeSet, Text } from '@codemirror/state';
import { findingsOf } from './diagnostics.ts';

const text = Text.of(['one', 'two', 'three']);
const defect = (line: number | null) => ({ field: 'content', code: 'no_times', message: 'wrong', line, subtitle: null }) as const;
const found = { code: 'no_times', message: 'wrong' };

it('a defect is at its line', () => {
  expect(findingsOf({ defects: [defect(2)], text, since: ChangeSet.empty(text.length) }, text)).toEqual([
    { ...found, line: 2, from: 4, to: 7 },
  ]);
});

it('a defect moves with what was typed above it since', () => {
  const since = ChangeSet.of({ from: 0, insert: 'a line\n' }, text.length);
  expect(findingsOf({ defects: [defect(2)], text, since }, since.apply(text))).toEqual([{ ...found, line: 3, from: 11, to: 14 }]);
});

it('a defect of a line that was removed since stays in the text', () => {
  const since = ChangeSet.of({ from: 3, to: 13 }, text.length);
  expect(findingsOf({ defects: [defect(3)], text, since }, since.apply(text))).toEqual([{ ...found, line: 1, from: 3, to: 3 }]);
});

it('a defect of the whole file has no line', () => {
  const at = findingsOf({ defects: [defect(null), defect(99)], text, since: ChangeSet.empty(text.length) }, text);
  expect(at.map(({ line }) => line)).toEqual([null, null]);
});
