import { expect, it } from '@jest/globals';
import { judge } from '@app/subtitles';
import { shiftTimes } from './shift-times.ts';
import { splice } from './splice.ts';

const shifted = (text: string, offsetMs: number) => {
  const shift = shiftTimes(text, offsetMs);
  return shift.ok ? splice(text, shift.splices) : shift;
};

it('every time moves, and nothing else does', () => {
  const text =
    'WEBVTT - 00:01.000\n\nNOTE 00:09.000\n\nintro\n 00:01.000  -->\t01:02:03.500 align:start\n<v Ines>At 00:01.000 <00:01.200>we\n';
  expect(shifted(text, 1500)).toBe(
    'WEBVTT - 00:01.000\n\nNOTE 00:09.000\n\nintro\n 00:00:02.500  -->\t01:02:05.000 align:start\n<v Ines>At 00:01.000 <00:01.200>we\n',
  );
});

it('SRT keeps its comma, and there and back gives the same times', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,500\nTwo\n';
  expect(shifted(shifted(text, -250) as string, 250)).toBe(text);
  expect(judge(shifted(text, 3_600_000) as string).ok).toBe(true);
});

it('a shift before zero is refused, with the number of subtitles and the line of the first', () => {
  const text = '1\n00:00:05,000 --> 00:00:06,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,500\nTwo\n';
  expect(shifted(text, -4000)).toEqual({ ok: false, count: 1, line: 6, earliestMs: 3000 });
});

it('a text without a subtitle is shifted as it is', () => {
  expect(shiftTimes('only words', 1000)).toEqual({ ok: true, splices: [], count: 0 });
});
