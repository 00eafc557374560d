import type { Edit } from '@app/subtitles';
import { readTime } from '../../../parts/time-code.ts';

/**
 * Reads an edit list: a cut a line as `1:02.5 - 1:10`, time that is put in as `5:00 + 30`.
 * @returns the edits, or the number of the first line that is none
 */
export function readEdits(text: string): readonly Edit[] | number {
  const edits: Edit[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, from = '', sign, to = ''] = /^\s*([\d:.,]+)\s*(-|–|-->|\+)\s*([\d:.,]+)\s*$/.exec(line) ?? [];
    const [one, other] = [readTime(from), readTime(to)];
    if (sign === undefined || one === undefined || other === undefined) return index + 1;
    edits.push(sign === '+' ? { at: one / 1000, insert: other / 1000 } : { from: one / 1000, to: other / 1000 });
  }
  return edits;
}
