import { expect, it } from '@jest/globals';
import { scanTranscript } from './scan.js';

it('the line and times of every valid timing line are told, also behind a defect', () => {
  const told: [number, number, number][] = [];
  const text = '1\n00:00:01,000 --> 00:00:02,000\nwords\n\nloose words\r\n\r\n00:00:03,5 --> 00:00:02,000\nreversed\n00:00:09 --> x\n';
  const { defectCount } = scanTranscript(text, {
    onSubtitle: () => undefined,
    onTimes: ({ startMs, endMs }, line) => told.push([line, startMs, endMs]),
  });
  expect({ told, defectCount }).toEqual({ told: [[2, 1000, 2000], [7, 3500, 2000]], defectCount: 3 }); // prettier-ignore
});

it('a transcript is as large as it is in UTF-8', () => {
  const head = '00:00:01,000 --> 00:00:02,000\n';
  const fill = (characters: number) =>
    scanTranscript(head + 'é'.repeat(characters), { onSubtitle: () => undefined }).defects.map(({ code }) => code);
  expect([fill((10_485_760 - head.length) / 2), fill((10_485_760 - head.length) / 2 + 1)]).toEqual([[], ['too_large']]);
});

it('a transcript whose bytes are counted already may have 10,485,760 of them (contract 5.2)', () => {
  const of = (byteSize: number) =>
    scanTranscript('00:00:01,000 --> 00:00:02,000\nx', { byteSize, onSubtitle: () => undefined }).defects.map(({ code }) => code);
  expect([of(10_485_760), of(10_485_761)]).toEqual([[], ['too_large']]);
});

it('20,000 subtitles are read, and the next one ends the reading (contract 5.2)', () => {
  let subtitles = 0;
  const scan = (count: number) => {
    subtitles = 0;
    const file = Array.from({ length: count }, (_, at) => `00:00 --> ${at}:00:00\nx\n\n`).join('');
    return scanTranscript(`${file}words without times`, { onSubtitle: () => void (subtitles += 1) }).defects;
  };
  expect(scan(20_000)).toMatchObject([{ code: 'no_times' }]);
  expect(subtitles).toBe(20_000);
  expect(scan(20_001)).toMatchObject([{ code: 'too_many_subtitles', subtitle: 20_001 }]);
  expect(subtitles).toBe(20_000);
});
