import { expect, it } from '@jest/globals';
import { formatTime } from '@app/subtitles';
import { cueOfLine, cuesAt, readCues } from './cue-table.ts';

const srt = (cues: readonly (readonly [number, number])[]) =>
  cues.map(([start, end], at) => `${at + 1}\n${formatTime(start, ',')} --> ${formatTime(end, ',')}\nwords\n\n`).join('');

it('the subtitle at a time is found, its start included and its end not', () => {
  const { cues } = readCues(srt([[1000, 2000], [2000, 3000], [5000, 6000]])); // prettier-ignore
  expect([0, 999, 1000, 1999, 2000, 4000, 5999, 6000].map((ms) => cuesAt(cues, ms))).toEqual([[], [], [0], [0], [1], [], [2], []]);
});

it('crosstalk gives every subtitle at the time, also under a long one and out of order', () => {
  const { cues } = readCues(srt([[4000, 5000], [0, 10_000], [1000, 2000], [4500, 4600]])); // prettier-ignore
  expect([cuesAt(cues, 1500), cuesAt(cues, 4550), cuesAt(cues, 9000)]).toEqual([[1, 2], [0, 1, 3], [1]]);
});

it('at most eight subtitles are given, however many there are at a time', () => {
  const { cues } = readCues(srt(Array.from({ length: 500 }, (_, at) => [at, 1000 + at] as const)));
  expect(cuesAt(cues, 900)).toHaveLength(8);
});

it('a line tells its subtitle', () => {
  const { cues } = readCues(srt([[1000, 2000], [2000, 3000]])); // prettier-ignore
  expect([1, 2, 3, 5, 6, 99].map((line) => cueOfLine(cues, line))).toEqual([undefined, 0, 0, 0, 1, 1]);
});

it('the times of a text with defects are read too', () => {
  const { cues, defectCount, format } = readCues('WEBVTT\n\nloose\n\n00:02.000 --> 00:01.000\nreversed\n');
  expect({ lines: [...cues.lines], defectCount, format }).toEqual({ lines: [5], defectCount: 2, format: 'vtt' });
});
