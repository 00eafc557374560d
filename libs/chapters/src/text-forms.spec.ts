import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Chapter } from './chapter.entity.js';
import { readText, TEXT_EXAMPLES, type TextType } from './read-text.js';
import { toPodlove, toText } from './write-text.js';

const chapters = (type: TextType, text: string) => readText(type, text).chapters;
const none = { endTime: null, summary: null, url: null, img: null, toc: null };
const chapter = (startTime: number, title: string, more: Partial<Chapter> = {}) => ({
  episodeId: '',
  position: 0,
  ...none,
  startTime,
  title,
  ...more,
});

describe('lines of a time and a title', () => {
  it.each([
    ['0:00 Intro', { startTime: 0, title: 'Intro' }],
    ['01:02:03.500 - Title', { startTime: 3723.5, title: 'Title' }],
    ['(1:05) The sluice – opened', { startTime: 65, title: 'The sluice – opened' }],
    ['[00:00:10,250]   A | B', { startTime: 10.25, title: 'A | B' }],
    ['100:00:00 Late', { startTime: 360_000, title: 'Late' }],
    ['1:00 – -5 degrees', { startTime: 60, title: '-5 degrees' }],
    ['1:00 ', { startTime: 60, title: '' }],
  ])('the line %j is a chapter', (line, expected) => expect(chapters('text/plain', line)).toEqual([expected]));

  it('chapter lines of a time and a title are read with any kind of line end and with empty lines between', () => {
    expect(chapters('text/plain', '\ufeff0:00 A\r\n\r\n0:10 B\r0:20 C')).toHaveLength(3);
  });

  it('lines of a time and a title in pairs, as mp4chaps writes them too, are read', () => {
    const text = 'CHAPTER01=00:00:00.000\nCHAPTER01NAME=Intro\r\nCHAPTER02=00:01:34.500\r\nCHAPTER02NAME=The sluice = open\n';
    expect(chapters('text/plain', text)).toEqual([
      { startTime: 0, title: 'Intro' },
      { startTime: 94.5, title: 'The sluice = open' },
    ]);
    const broken = 'CHAPTER01=00:00:00.000\nCHAPTER02NAME=Intro\nCHAPTER03=00:00:05.000';
    expect(readText('text/plain', broken).faults.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it.each(['Intro', '0:60 x', '1:2:3:4 x', '12 x', '0:00Intro', '-1:00 x'])('the line %j is refused with its line', (line) => {
    expect(readText('text/plain', `0:00 A\n${line}`).faults).toMatchObject([{ line: 2, code: 'invalid' }]);
  });
});

it('Podlove Simple Chapters are read, whatever their prefix', () => {
  const xml = `<?xml version="1.0"?><a:chapters xmlns:a="http://podlove.org/simple-chapters"><a:chapter start="00:01:02.5" title="A &amp; &quot;B&quot;" href="https://x.example/?a=1&amp;b" image="https://x.example/i.png"/><a:chapter start="90" title="C"></a:chapter></a:chapters>`;
  expect(chapters('application/xml', xml)).toEqual([
    { startTime: 62.5, title: 'A & "B"', url: 'https://x.example/?a=1&b', img: 'https://x.example/i.png' },
    { startTime: 90, title: 'C' },
  ]);
  expect(readText('application/xml', '<rss/>').faults).toHaveLength(1);
  expect(readText('application/xml', '<chapters><chapter start="soon" title="x"/></chapters>').faults).toHaveLength(1);
});

it('metadata of FFmpeg is read: time bases, escapes, comments, and sections of other kinds', () => {
  const text = `;FFMETADATA1\ntitle=File\n[CHAPTER]\nTIMEBASE=1/1000\n#start\nSTART=500\nEND=2000\ntitle=A \\= B \\\nC\n[STREAM]\ntitle=x\n[CHAPTER]\nSTART=2000000000\nEND=2000000000\ntitle=D\n`;
  expect(chapters('application/x-ffmetadata', text)).toEqual([
    { startTime: 0.5, endTime: 2, title: 'A = B  C' },
    { startTime: 2, title: 'D' },
  ]);
  expect(readText('application/x-ffmetadata', '[CHAPTER]\nSTART=0\n').faults).toMatchObject([{ line: 1 }]);
});

it('cues of WebVTT are read, and their defects are those of a transcript', () => {
  expect(chapters('text/vtt', 'WEBVTT\n\n1\n00:00.000 --> 00:10.000\n<b>In</b>tro\nand more\n')).toEqual([
    { startTime: 0, endTime: 10, title: 'Intro and more' },
  ]);
  expect(readText('text/vtt', 'WEBVTT\n\n00:01 --> 00:02\nx\n').faults).toMatchObject([{ line: 3 }]);
});

describe('chapters that were given back', () => {
  const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()).filter((text) => text !== '' && !/^[-–—:|•] ?/.test(text)); // prettier-ignore
  const list = fc.array(fc.record({ ms: fc.nat(400_000_000), title }), { maxLength: 8 });

  it.each([
    ['text/plain', toText],
    ['application/xml', toPodlove],
  ] as const)('chapters that were given back as %s are read as the same', (type, write) => {
    fc.assert(
      fc.property(list, (all) => {
        const given = all.map(({ ms, title: words }) => chapter(ms / 1000, words));
        const { chapters: read, faults } = readText(type, write(given));
        expect(faults).toEqual([]);
        expect(read.map(({ startTime, title: words }) => [startTime, words])).toEqual(
          given.map(({ startTime, title: words }) => [startTime, words]),
        );
      }),
    );
  });

  it('chapters that were given back have no silent markers', () => {
    expect(toText([chapter(0, 'A'), chapter(0, 'image', { toc: false })])).toBe('00:00:00.000 A\n');
  });
});

it.each([0, 1, 9, 30])('Podlove Simple Chapters of which the last %d characters are missing are refused, not taken in part', (missing) => {
  const xml = '<psc:chapters><psc:chapter start="0" title="A"/><psc:chapter start="9" title="B"/></psc:chapters>';
  expect(readText('application/xml', xml.slice(0, xml.length - missing)).faults).toHaveLength(missing === 0 ? 0 : 1);
});

const TEXT_TYPES = Object.keys(TEXT_EXAMPLES) as TextType[];

it.each(TEXT_TYPES)('the example of %s in the OpenAPI document is read', (type) => {
  const { chapters: read, faults } = readText(type, TEXT_EXAMPLES[type]);
  expect([read[0], faults]).toEqual([expect.objectContaining({ startTime: 0, title: 'Intro' }), []]);
});

describe.each(TEXT_TYPES)('a megabyte as %s is read by work that grows with its length', (type) => {
  const heads = [
    '',
    '0:00 ',
    '<chapters>',
    '<chapters><chapter start="0" title="',
    ';FFMETADATA1\n[CHAPTER]\ntitle=',
    'WEBVTT\n\n00:00.000 --> 00:01.000\nx',
  ];
  const pieces = [' ', '\t', '\u00a0', '9', '<', '-', '&', '"', '[', '(', '=', ':', '0:', '<a>', '</a>', '<a ', '<!--', ']]>', '&amp;', '\\\n', '\n', '\n ', '\r', '0:00 ', '[CHAPTER]\n', '<chapter ', '<chapters>', '- ', '\u2028']; // prettier-ignore

  it.each(heads)('a megabyte of chapters behind %j is read by work that grows with its length', (head) => {
    for (const piece of pieces) readText(type, `${head}${piece.repeat(1_000_000 / piece.length)}x"`);
  });

  it('a megabyte of chapters with an attribute of each name is read by work that grows with its length', () => {
    readText(type, `<chapters><chapter ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ')}/></chapters>`);
  });
});
