import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TranscriptFormat } from './defects.js';
import { scanTranscript, utf8Length, type Subtitle } from './scan.js';

const pieces = fc.constantFrom(
  'WEBVTT\n\n', '\n', '\n\n', '\r', '\r\n', ' ', '-->', '00:00:01.000 --> 00:00:02.000\n', '00:00:02,500 --> 00:01:00,000\n', '1\n', '<v Ann>', '<v É 你>', '</v>', '<i>',
  '&amp;', '&nbsp;', '&#x1F600;', '&#0;', '\0', 'words', 'é', '你好', '😀', '\ufeff', '\u00a0', '\u2028', '\ufffd', 'NOTE',
); // prettier-ignore
const file = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));

function scan(text: string, options: { format?: TranscriptFormat; isBytes?: boolean; mayShare?: boolean }) {
  const subtitles: Subtitle[] = [];
  return { ...scanTranscript(text, { ...options, onSubtitle: (subtitle) => subtitles.push(subtitle) }), subtitles };
}

const bytesOf = (text: string) => Buffer.from(text).toString('latin1');
const textOf = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

it.each(['srt', 'vtt', undefined] as const)('bytes that pass as %s are the same subtitles as their text', (format) => {
  fc.assert(
    fc.property(file, (text) => {
      const bytes = scan(bytesOf(text), { format, isBytes: true, mayShare: true });
      if (bytes.defectCount > 0) return;
      const subtitles = bytes.subtitles.map((subtitle) => ({
        ...subtitle,
        speaker: subtitle.speaker && textOf(subtitle.speaker),
        text: textOf(subtitle.text),
      }));
      expect({ ...bytes, subtitles }).toEqual(scan(text, { format }));
    }),
    { numRuns: 2000 },
  );
});

it('bytes are read up to the first defect', () => {
  const cue = (at: number) => `00:00:0${at},000 --> 00:00:09,000\nwords\n\n`;
  const { subtitles, defectCount } = scan(`${cue(1)}loose words\n\n${cue(2)}more\n`, { isBytes: true });
  expect([subtitles.length, defectCount]).toEqual([1, 1]);
});

it('characters of every length are written as the bytes that an encoder gives', () => {
  const codes = ['&#65;', '&#233;', '&#8212;', '&#128512;', '&#0;'];
  const { subtitles } = scan(`WEBVTT\n\n00:01.000 --> 00:02.000\n${codes.join('')}\n`, { isBytes: true });
  expect(textOf(subtitles[0]?.text ?? '')).toBe('Aé—😀\ufffd');
});

it('bytes are counted as they are', () => {
  const head = '00:00:01,000 --> 00:00:02,000\n';
  const fill = (size: number) => scan(head + bytesOf('é').repeat((size - head.length) / 2), { isBytes: true }).defects[0]?.code;
  expect([fill(10_485_760), fill(10_485_762)]).toEqual([undefined, 'too_large']);
});

it('the line and times of every valid timing line are told, also behind a defect', () => {
  const told: [number, number, number][] = [];
  const text = '1\n00:00:01,000 --> 00:00:02,000\nwords\n\nloose words\r\n\r\n00:00:03,5 --> 00:00:02,000\nreversed\n00:00:09 --> x\n';
  const { defectCount } = scanTranscript(text, {
    onSubtitle: () => undefined,
    onTimes: ({ startMs, endMs }, line) => told.push([line, startMs, endMs]),
  });
  expect({ told, defectCount }).toEqual({ told: [[2, 1000, 2000], [7, 3500, 2000]], defectCount: 3 }); // prettier-ignore
});

it('a text is as long in UTF-8 as an encoder makes it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('a', 'é', '語', '😀', '\ud800', '\udc00')).map((all) => all.join('')),
  );
  fc.assert(fc.property(text, (any) => expect(utf8Length(any)).toBe(new TextEncoder().encode(any).length)));
});
