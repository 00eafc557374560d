import { describe, expect, it } from '@jest/globals';
import { CutDays, isCutFromTwo, type CutDayRow } from './cut-days.js';

const EPISODES = ['a', 'b', 'c'].map((id) => ({ id, middle: `,${id},` }));
const CUT = { kind: 'parts', firstQuarter: 74, lastQuarter: 74, isFinal: true } as const;
const MONDAY = { ...CUT, date: '2026-06-08', firstDay: '2026-06-07', lastDay: '2026-06-08' };
const TUESDAY = { ...CUT, date: '2026-06-09', firstDay: '2026-06-08', lastDay: '2026-06-09' };
const THURSDAY = { ...CUT, date: '2026-06-11', firstDay: '2026-06-10', lastDay: '2026-06-11', isFinal: false };

/** Each episode with its downloads and listeners before the cut, and from it on. */
function row(figures: Readonly<Record<string, readonly [number, number, number, number]>>): CutDayRow {
  const list = (n: 0 | 1 | 2 | 3) =>
    `{${Object.values(figures)
      .map((of) => of[n])
      .join()}}`;
  const episodes = Object.keys(figures).join(' ');
  return { episodes, downloads_before: list(0), listeners_before: list(1), downloads_after: list(2), listeners_after: list(3) };
}
const NONE = { episodes: null } as CutDayRow;

describe('local days that are cut from UTC days', () => {
  it('share the UTC day between them', () => {
    const days = new CutDays([MONDAY, TUESDAY], EPISODES);
    expect(days.cuts).toEqual(['2026-06-07', '2026-06-08', '2026-06-09'].map((day) => ({ day, quarter: 74 })));
    expect(days.take(row({ a: [90, 9, 1, 1], b: [90, 9, 2, 1] }))).toBe('');
    expect(days.take(row({ b: [3, 2, 10, 9], c: [4, 4, 20, 8] }))).toBe(
      '2026-06-08,a,1,1,true\r\n2026-06-08,b,5,3,true\r\n2026-06-08,c,4,4,true\r\n',
    );
    expect(days.take(row({ b: [1, 1, 90, 9], c: [2, 2, 90, 9] }))).toBe('2026-06-09,b,11,10,true\r\n2026-06-09,c,22,10,true\r\n');
  });

  it('that do not follow each other, or at another time of day, have cuts of their own', () => {
    const early = { ...TUESDAY, firstQuarter: 70 };
    expect(new CutDays([MONDAY, early, THURSDAY], EPISODES).cuts).toEqual([
      { day: '2026-06-07', quarter: 74 },
      { day: '2026-06-08', quarter: 74 },
      { day: '2026-06-08', quarter: 70 },
      { day: '2026-06-09', quarter: 74 },
      { day: '2026-06-10', quarter: 74 },
      { day: '2026-06-11', quarter: 74 },
    ]);
    const days = new CutDays([MONDAY, THURSDAY], EPISODES);
    const taken = [row({ a: [0, 0, 1, 1] }), NONE, row({ a: [90, 9, 2, 1] }), row({ a: [3, 3, 90, 9] })].map((one) => days.take(one));
    expect(taken).toEqual(['', '2026-06-08,a,1,1,true\r\n', '', '2026-06-11,a,5,4,false\r\n']);
  });

  it('have no line for nothing, nor for an episode that the podcast does not have', () => {
    const days = new CutDays([MONDAY, TUESDAY], EPISODES);
    const taken = [row({ a: [7, 7, 0, 0], x: [1, 1, 1, 1] }), row({ a: [0, 0, 2, 2], x: [1, 1, 1, 1] }), NONE].map((one) => days.take(one));
    expect(taken).toEqual(['', '', '2026-06-09,a,2,2,true\r\n']);
  });

  it('are the end of one UTC day and the beginning of the next', () => {
    expect(isCutFromTwo(MONDAY)).toBe(true);
    expect(isCutFromTwo({ ...MONDAY, kind: 'raw' })).toBe(false);
    expect(isCutFromTwo({ ...MONDAY, kind: 'day', firstDay: '2026-06-08' })).toBe(false);
    expect(isCutFromTwo({ ...MONDAY, lastDay: '2026-06-09' })).toBe(false);
  });
});
