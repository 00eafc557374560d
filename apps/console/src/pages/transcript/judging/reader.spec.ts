import { expect, it } from '@jest/globals';
import { judge } from '@app/subtitles';
import { Reader } from './reader.ts';

const GOOD = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ines>Good morning.</v>\n';

it('the verdict is that of an upload', () => {
  expect(new Reader().read(GOOD)).toMatchObject({ defectCount: 0, format: 'vtt' });
  const faulty = GOOD.replace('00:01.000', '00:01,000');
  const { defects, defectCount } = judge(faulty);
  expect(new Reader().read(faulty)).toMatchObject({ defects, defectCount });
});

it('a repair says what it changed, and where the texts differ', () => {
  const result = new Reader().repair(GOOD.replace('00:01.000', '00:01,000'));
  expect(result).toMatchObject({ ok: true, after: GOOD.replace('00:01.000', '00:00:01.000').replace('00:02.000', '00:00:02.000') });
  expect(result.repairs.map(({ code, line }) => [code, line])).toEqual([['time_rewritten', 3]]);
  expect(result.changes).toEqual([{ fromA: 2, toA: 3, fromB: 2, toB: 3 }]);
});

it('a comparison is between the files that the API gives back before and after an upload', () => {
  const stored = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ines>Good morning.\n\n';
  expect(new Reader().compare(GOOD, stored, 'vtt').changes).toEqual([]);
  const later = new Reader().compare(GOOD.replace('02.000', '02.500'), stored, 'vtt');
  expect(later.changes).toEqual([{ fromA: 2, toA: 3, fromB: 2, toB: 3 }]);
});

it('a comparison is in the format that is asked for', () => {
  expect(new Reader().compare(GOOD, '', 'srt').after).toBe('1\n00:00:01,000 --> 00:00:02,000\nInes: Good morning.\n\n');
});

it('a text with defects is compared as it is; moved by edits it is refused, and the first defect is the reason', () => {
  expect(new Reader().compare('words', 'Words', 'srt').changes).toEqual([{ fromA: 0, toA: 1, fromB: 0, toB: 1 }]);
  expect(() => new Reader().retime('words', [])).toThrow('no timing line');
});

it('a file is decoded as an editor keeps it', () => {
  const units = Uint16Array.from('\ufeffone\r\ntwo\rthree', (character) => character.charCodeAt(0));
  expect(new Reader().decode(new Uint8Array(units.buffer))).toEqual({ text: 'one\ntwo\nthree', encoding: 'utf-16le' });
});
