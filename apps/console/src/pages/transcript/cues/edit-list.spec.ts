import { describe, expect, it } from '@jest/globals';
import { readEdits } from './edit-list.ts';

describe('an edit list', () => {
  it('an edit list is read as cuts and as time that is put in', () => {
    expect(readEdits('0:30 - 0:45.5\n\n1:02:00 --> 1:02:30\n5:00 + 30\n')).toEqual([
      { from: 30, to: 45.5 },
      { from: 3720, to: 3750 },
      { at: 300, insert: 30 },
    ]);
  });

  it.each(['x', '1:00', '1:00 - x', '+ 3'])('“%s” is no line of an edit list, and is told', (line) => {
    expect(readEdits(`0:01 - 0:02\n${line}`)).toBe(2);
  });
});
