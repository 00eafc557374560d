import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TranscriptFormat } from '../defects.js';
import { parseTranscript } from '../parse.js';
import { scanTranscript } from '../scan.js';
import { repair } from './repair.js';

// The same examples in each run: what a new one finds is nothing that the change under test has done. What was found is
// in `examples`.
fc.configureGlobal({ seed: 14_2 });

type Spoken = { readonly startMs: number; readonly endMs: number; readonly words: readonly string[] };

const word = fc.constantFrom('and', 'so', 'we', 'went', 'où', 'voilà', '“yes”', '42', 'a<b', '你好', '😀.', '-', 'don’t');
const spoken = fc
  .uniqueArray(
    fc.record({ startMs: fc.nat(50_000_000), length: fc.integer({ min: 1, max: 9000 }), words: fc.array(word, { minLength: 1, maxLength: 9 }) }),
    { selector: ({ startMs }) => startMs, minLength: 2, maxLength: 12 },
  )
  .map((all): Spoken[] =>
    // A line of digits alone could be an index: every subtitle begins with a word that is none.
    all.map(({ startMs, length, words }) => ({ startMs, endMs: startMs + length, words: ['well', ...words] })).sort((a, b) => a.startMs - b.startMs),
  ); // prettier-ignore

/** A way in which a person or a program spoils one subtitle. What it does to the times is said by `right`. */
type Damage = {
  readonly times: (start: string, end: string, mark: string) => string;
  readonly gap?: (words: string) => string;
  readonly right: boolean;
};

const damages: Readonly<Record<string, Damage>> = {
  none: { times: (start, end) => `${start} --> ${end}`, right: true },
  'the other decimal sign': {
    times: (start, end) => `${start} --> ${end}`.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    right: true,
  },
  'an arrow of one dash': { times: (start, end) => `${start} -> ${end}`, right: true },
  'an arrow of Unicode': { times: (start, end) => `${start} → ${end}`, right: true },
  'an escaped arrow': { times: (start, end) => `${start} --&gt; ${end}`, right: true },
  'spaces within the times': { times: (start, end) => `${start.replaceAll(':', ': ')} --> ${end}`, right: true },
  'three digits of seconds': { times: (start, end) => `${start.replace(/:(\d\d[.,])/, ':0$1')} --> ${end}`, right: true },
  'reversed times': { times: (start, end) => `${end} --> ${start}`, right: false },
  'a blank line above the words': { times: (start, end) => `${start} --> ${end}`, gap: (words) => `\n${words}`, right: true },
  'a blank line within the words': {
    times: (start, end) => `${start} --> ${end}`,
    gap: (words) => words.replace('\n', '\n\n'),
    right: true,
  },
};
const damaged = fc.record({
  spoken,
  damage: fc.array(fc.constantFrom(...Object.keys(damages)), { minLength: 12, maxLength: 12 }),
  repeated: fc.option(fc.nat(11)),
  head: fc.constantFrom('WEBVTT\n\n', 'webvtt\n\n', '\n WEBVTT\n\n', 'WEBVTT-x\n\n', ''),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16be'),
});

function clock(ms: number, mark: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}

function spoil(
  format: TranscriptFormat,
  { spoken: all, damage, repeated, head, end }: typeof damaged extends fc.Arbitrary<infer D> ? D : never,
): string {
  const mark = format === 'vtt' ? '.' : ',';
  const cues = all.map(({ startMs, endMs, words }, at) => {
    const { times, gap = (text: string) => text } = damages[damage[at] ?? 'none'] ?? damages['none']!;
    const text = words.map((each, index) => (index % 3 === 2 ? `${each}\n` : `${each} `)).join('').trimEnd(); // prettier-ignore
    return `${at + 1}\n${times(clock(startMs, mark), clock(endMs, mark), mark)}\n${gap(text)}\n\n`;
  });
  if (repeated !== null) cues.push(cues[repeated % cues.length] ?? '');
  return `${format === 'vtt' ? head : ''}${cues.join('')}`.replaceAll('\n', end);
}

function bytesOf(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new Uint8Array(encoding === 'utf16be' ? bytes.swap16() : bytes);
}

describe.each(['srt', 'vtt'] as const)('a spoiled file of %s', (format) => {
  it(`a spoiled file of ${format} passes after its repair, with every word in order and every right time`, () => {
    fc.assert(
      fc.property(damaged, (example) => {
        const text = spoil(format, example);
        const result = repair(bytesOf(text, example.encoding), format);
        const outcome = parseTranscript(result.content, format);
        expect(result).toMatchObject({ ok: true, defects: [], defectCount: 0 });
        expect(outcome.ok).toBe(true);
        if (!outcome.ok) return;

        const expected = [...example.spoken];
        if (example.repeated !== null) expected.push(expected[example.repeated % expected.length]!);
        expect(outcome.subtitles.map(({ text: words }) => words.split(/\s+/))).toEqual(expected.map(({ words }) => words));
        const right = expected.map(({ startMs, endMs }) => [startMs, endMs]);
        expect(outcome.subtitles.slice(0, example.spoken.length).map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
          right.slice(0, example.spoken.length),
        );
        expect(result.changes.length > 0).toBe(result.content !== text || example.encoding !== 'utf8');
      }),
      { numRuns: 500 },
    );
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    '\n', '\n\n', '\r', '\r\n', ' ', '-->', ' --> ', '→', '00:00:01.000', '00:00:02,500', '00:00:03.000 --> 00:00:04.000\n', '1:2:3', '00:60.000',
    '\n1\n', '2', '-', ':', '[', ']', '<v Ann>', '<v Ben>', '</v>', '<v', 'NOTE', 'STYLE', '{', '}', 'words', 'more', 'é', '\ufeff', '\0', '\ud800', 'webvtt', 'Region: id=x',
  ); // prettier-ignore
  const file = fc
    .tuple(fc.constantFrom('', 'WEBVTT', 'WEBVTT\n\n'), fc.array(pieces, { maxLength: 50 }))
    .map(([head, all]) => head + all.join(''));
  /** Letters that a person would read: neither the signature nor what replaces an arrow. */
  const wordsOf = (text: string) =>
    (
      text
        .replace(/^[\s\ufeff]*(?:web[-_ ]?vtt|vtt)/i, '')
        .replaceAll('&gt;', '')
        .match(/\p{L}+/gu) ?? []
    ).join(' ');

  it.each(['vtt', 'srt', undefined] as const)('any text as %s keeps its words, and what is said to pass does', (format) => {
    fc.assert(
      fc.property(file, (content) => {
        const result = repair(content, format);
        const outcome = parseTranscript(result.content, result.format);
        if (result.ok) expect(outcome.ok).toBe(true);
        expect(result.defectCount > 0).toBe(!result.ok);
        expect(wordsOf(result.content)).toBe(wordsOf(content));
        if (result.changes.every(({ code }) => code === 'format_corrected')) expect(result.content).toBe(content);
        expect(result.changes.map(({ line }) => line)).toEqual(result.changes.map(({ line }) => line).sort((a, b) => a - b));
        // Correct parts stay: a second repair finds nothing to do.
        if (result.ok) expect(repair(result.content, result.format)).toMatchObject({ content: result.content, changes: [] });
      }),
      { numRuns: 1500 },
    );
  });

  it('any text keeps every time that was right, and changes nothing where no line looks like a timing line', () => {
    fc.assert(
      fc.property(file, (content) => {
        const before = parseTranscript(content);
        const { content: after, ok } = repair(content);
        if (!before.ok || !ok) return;
        const outcome = parseTranscript(after);
        expect(timesOf(outcome)).toEqual(expect.arrayContaining(timesOf(before)));
        if (timesOf(outcome).length === timesOf(before).length && !content.includes('\ufeff')) expect(after).toBe(content);
      }),
    );
  });

  it('repair never throws, whatever bytes it gets', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => expect(typeof repair(bytes).ok).toBe('boolean')));
  });
});

const timesOf = (outcome: ReturnType<typeof parseTranscript>) =>
  outcome.ok ? outcome.subtitles.map(({ startMs, endMs }) => `${startMs} ${endMs}`) : [];

describe('a timing in disguise (contract 14.2)', () => {
  const digits = fc.constantFrom('0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗');
  const arrow = fc.constantFrom(
    '-->',
    '- ->',
    '--&gt;',
    '-&gt;',
    '–->',
    '⟶',
    '→',
    '=>',
    '—>',
    '-- >',
    '>>',
    '->',
    '…',
    '\u200e-->\u200e',
    '-\u200b->',
    '--＞',
    'to',
  );
  const wrap = fc.constantFrom(
    ['', ''],
    ['\u200e', ''],
    ['\u202b', '\u202c'],
    ['"', '"'],
    ['“', '”'],
    ['<b>', '</b>'],
    ['\u00a0', '\u00a0'],
    ['\ufeff', ''],
    ['\u2067', '\u2069'],
    ["'", "'"],
  );
  const style = fc.record({ digits, arrow, wrap, space: fc.constantFrom(' ', '  ', '\u00a0', '\t'), mark: fc.constantFrom(',', '.', '٫') });
  const cue = fc.record({
    startMs: fc.nat(50_000_000),
    length: fc.integer({ min: 1, max: 9000 }),
    style: fc.option(style, { freq: 2 }),
    gap: fc.boolean(),
  });
  const cues = fc.uniqueArray(cue, { selector: ({ startMs }) => startMs, minLength: 2, maxLength: 8 });

  it.each(['srt', 'vtt'] as const)('a timing in disguise is a time in a repaired %s, and never words', (format) => {
    fc.assert(
      fc.property(cues, (all) => {
        const lines = all.map(({ startMs, length, style: how, gap }, at) => {
          const [start, end] = [startMs, startMs + length].map((ms) => clock(ms, how?.mark ?? (format === 'srt' ? ',' : '.')));
          const plain = how ? `${start}${how.space}${how.arrow}${how.space}${end}` : `${start} --> ${end}`;
          const inDigits = how ? plain.replace(/\d/g, (digit) => [...how.digits][Number(digit)] ?? '') : plain;
          const timing = how ? `${how.wrap[0]}${inDigits}${how.wrap[1]}` : inDigits;
          const index = how ? String(at + 1).replace(/\d/g, (digit) => [...how.digits][Number(digit)] ?? '') : String(at + 1);
          return `${gap || at === 0 ? '\n' : ''}${format === 'srt' ? `${index}\n` : ''}${timing}\nwell said\n`;
        });
        const result = repair(`${format === 'vtt' ? 'WEBVTT\n' : ''}${lines.join('')}`, format);
        expect(result).toMatchObject({ ok: true, defects: [] });
        const outcome = parseTranscript(result.content, format);
        expect(timesOf(outcome)).toEqual(all.map(({ startMs, length }) => `${startMs} ${startMs + length}`));
        if (outcome.ok) for (const { text } of outcome.subtitles) expect(text).toBe('well said');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    'NaN:NaN --> NaN:NaN',
    '\u200e00:75:00,000 ⟶ 00:76:00,000',
    '00:00:01,000 --> soon',
    'O0:00:12,111 --> 00:00:17,111',
    'from 00:00:12,111 to 00:00:17,111',
    '00:00:12,111',
    'null --> null',
    'xx:xx --> xx:xx',
    'OO:00:01,000 --> 00:00:02,000',
    '{100}{250}And one more',
    '\u200eNaN:NaN:NaN,NaN --> 00:00:09,000',
  ])('%j keeps the file refused, at its line', (line) => {
    const { ok, defects } = repair(`1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n${line}\ntwo\n`, 'srt');
    expect([ok, defects.map(({ code, line: at }) => [code, at])]).toEqual([false, expect.arrayContaining([['bad_time', 6]])]);
  });

  it.each(['At 10:30 we left, at 11:45 we came', '→ 10:30 lunch', '5 → 6 apples', '1 --> x', 'See 00:01:00 --> 00:02:00 there', '10:30'])(
    '%j is words',
    (line) => {
      const file = `00:00:01,000 --> 00:00:02,000\nwell ${line}\n${/^\d+ -/.test(line) ? '' : `${line}\n`}`;
      expect(repair(file, 'srt')).toMatchObject({ ok: true, content: file, changes: [] });
    },
  );
});

describe('whatever a loose reader of times finds (contract 14.2)', () => {
  const TIMES = /\d+(?:\s?:\s?\d+){1,3}(?:\s?[.,;]\s?\d+(?!\d|\s?:))?/g;
  const DIGITS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];

  /**
   * Whether a line has two times and nothing is said before them, nor behind them unless an arrow is between. It shares
   * no code with `repair`.
   */
  const isTiming = (line: string): boolean => {
    const ascii = DIGITS.reduce(
      (text, digits) => text.replace(new RegExp(`[${digits}]`, 'g'), (digit) => String(digits.indexOf(digit))),
      line,
    );
    const shown = ascii.replaceAll('&gt;', '>').replace(/&lrm;|\p{Cf}|<\/?[bi]>/gu, '');
    const [start, end, third] = shown.matchAll(TIMES);
    if (!start || !end || third) return false;
    const between = shown.slice(start.index + start[0].length, end.index);
    const [before, after] = [shown.slice(0, start.index), shown.slice(end.index + end[0].length)];
    const hasArrow = /^[^\p{L}\p{N}]*(?:-\s?>|=>|→|⟶)[^\p{L}\p{N}]*$/u.test(between) && /^\s/.test(after);
    return !/^:*$/.test(between) && !/[\p{L}\p{N}]/u.test(before) && (hasArrow || !/[\p{L}\p{N}]/u.test(after));
  };

  const time = fc.constantFrom(
    '00:00:01,000',
    '00:00:02.500',
    '1:2:3',
    '00:04',
    '00:75:00,000',
    '٠٠:٠٠:٠٥٫٠٠٠',
    '۰۰:۰۶',
    '０0:07',
    '00:01:500',
    '-00:08',
    'NaN:NaN',
    '5:12',
  );
  const arrow = fc.constantFrom(
    '-->',
    '->',
    '- ->',
    '--&gt;',
    '→',
    '⟶',
    '=>',
    ' to ',
    ' bis ',
    ' until ',
    ' and then ',
    '…',
    '-'.repeat(30),
    ',',
    '\u200e-->\u200e',
    ' ',
    '&#0;',
    '-->-->',
    '<b>--></b>',
    ' 5 ',
  );
  const wrap = fc.constantFrom(
    ['', ''],
    ['\u200e', ''],
    ['\u200f', '\u200f'],
    ['"', '"'],
    ['<b>', '</b>'],
    ['(', ')'],
    ['[', ''],
    ['', ')'],
    ['- ', ''],
    ['', ' x'],
    ['♪', '♪ la'],
    ['WEBVTT', ''],
    ['NOTE ', ''],
    ['\ufeff', ''],
    ['&lrm;', ''],
    ['<v Ann>', '</v>'],
    ['"'.repeat(40), ' '.repeat(320)],
  );
  const timing = fc
    .tuple(time, arrow, time, wrap)
    .map(([start, between, end, [open, close]]) => `${open}${start} ${between} ${end}${close}`);
  const words = fc.constantFrom(
    'well said',
    '42',
    '٣',
    '\u200e7',
    'WEBVTT',
    'WEBVTT is nice',
    'Kind: captions',
    'X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0',
    'NOTE',
    'NOTE so',
    'STYLE',
    '',
    '',
    '',
    ' ',
    '\ufeff',
    'x\ufeff42',
    'a\ufeffb\ufeff1',
    '00:01 -->',
    '10:30',
    '<v Ann>hi',
    '<v',
    '{',
    '-->',
  );
  const right = fc.nat(5_000_000).map((ms) => `\n${clock(ms, '.')} --> ${clock(ms + 900, '.')}`);
  const file = fc
    .tuple(fc.constantFrom('', 'WEBVTT\n\n', 'WEBVTT\n', 'WEBVTT', '\ufeff1\n', 'NOTE\n'), fc.array(fc.oneof(timing, words, right, words), { maxLength: 14 }), fc.constantFrom('\n', '\r\n'))
    .map(([head, lines, end]) => `${head}${lines.join('\n')}\n`.replaceAll('\n', end)); // prettier-ignore

  const found = [
    '00:00:01 --> 00:00:02\n1:00,0:00\n', '0:04 9:00\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n', '00:01 --> 00:02\n00:00:03 until 00:00:04\n', '00:01 --> 00:02\n0:03 ------------------------ 0:04\n', '(0:00->0:07)0:01-->\n2:03-3:03\n',
    '1:07 -> 1:08\n<v\n7:00 7:02><v n>\n', 'WEBVTT\n\nSTYLE\n1:01⟶1:07]\n8:00 8:02\n', 'WEBVTT\n\nNOTE\nby hand\n00:01.000 -> 00:02.000\nwell\n', '1:2:3<v00:00:03.000 --> 00:00:04.000\n', '<v Ben>00:00:03.000 --> 00:00:04.000\nx\n',
    '0:08٫9&#0;0:00\n', '00:01 --> 00:02\nsay\nWEBVTT\nand more\n', '00:01 --> 00:02\nHe is\ufeff42\n', `00:01 -> 00:02${' '.repeat(320)}\nx\n`, '00:01 --> 00:02\n♪00:03 → 00:04♪ la\n',
  ]; // prettier-ignore

  it.each(['srt', 'vtt', undefined] as const)(
    'whatever a loose reader of times finds is a time in a repaired file of %s, or the file stays refused',
    (format) => {
      fc.assert(
        fc.property(file, (content) => {
          const { ok, content: repaired, format: written } = repair(content, format);
          if (!ok) return;
          const hasNote = /NOTE|STYLE/.test(content); // two times with words between them may be a comment
          const timed = new Set<number>();
          const texts: string[] = [];
          scanTranscript(repaired, { format: written, onSubtitle: ({ text }) => texts.push(text), onTimes: (_, line) => timed.add(line) });
          const lines = repaired.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
          expect(lines.filter((line, at) => !timed.has(at + 1) && isTiming(line) && !(hasNote && /[a-z]/.test(line)))).toEqual([]);
          expect(texts.filter((text) => /^X-TIMESTAMP-MAP=/m.test(text))).toEqual([]);
          expect(repair(repaired, written)).toMatchObject({ ok: true, content: repaired, changes: [] });
        }),
        { numRuns: 3000, examples: found.map((content) => [content]) },
      );
    },
  );

  it('words of a file that is accepted without a repair are not removed by one', () => {
    fc.assert(
      fc.property(file, (content) => {
        const before = parseTranscript(content);
        const { ok, content: repaired } = repair(content);
        const after = parseTranscript(repaired);
        if (!before.ok || !after.ok || !ok || content.split(/\r?\n/).some((line) => isTiming(line.replace('WEBVTT', '')))) return;
        const spoken = ({ subtitles }: typeof before) => subtitles.map(({ text }) => text.replace(/X-TIMESTAMP-MAP=.*/g, '')).join('\n').match(/[\p{L}\p{N}]+/gu); // prettier-ignore
        expect(spoken(after)).toEqual(spoken(before));
      }),
      { numRuns: 3000, examples: found.map((content) => [content]) },
    );
  });
});

describe('files that were put one after the other', () => {
  const srt = (second: number) => `1\n00:00:0${second},000 --> 00:00:0${second},500\nwords ${second}\n`;
  const vtt = (second: number, head = 'WEBVTT') => `${head}\n\n00:00:0${second}.000 --> 00:00:0${second}.500\nwords ${second}\n`;
  const texts = (file: string) => {
    const { ok, content, format } = repair(file);
    const outcome = parseTranscript(content, format);
    return ok && outcome.ok && outcome.subtitles.map(({ text }) => text);
  };

  it.each([
    ['SRT with byte order marks', `\ufeff${srt(1)}\n\ufeff${srt(2)}`],
    ['SRT whose last line has no end', `${srt(1).trimEnd()}\ufeff${srt(2)}`],
    ['WebVTT', `${vtt(1)}\n${vtt(2)}`],
    ['WebVTT without an empty line between', `${vtt(1)}${vtt(2)}`],
    [
      'segments of a stream',
      `${vtt(1, 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000')}\n${vtt(2, 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000')}`,
    ],
    ['WebVTT with byte order marks', `${vtt(1).trimEnd()}\ufeff${vtt(2)}`],
    ['a map without its signature', `${vtt(1)}\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n${vtt(2).slice(8)}`],
    ['a signature that runs into a timing line', `WEBVTT00:00:01.000 --> 00:00:01.500\nwords 1\n\n${vtt(2).slice(8)}`],
    ['a signature before a timing line', `WEBVTT 00:00:01.000 --> 00:00:01.500\nwords 1\n\n${vtt(2).slice(8)}`],
    [
      'segments after a subtitle without words',
      `WEBVTT\n\n00:00.000 --> 00:00.500\n${vtt(1, 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0')}\n${vtt(2)}`,
      ['', 'words 1', 'words 2'],
    ],
    ['a note before the missing signature', `NOTE by hand\n\n${vtt(1).slice(8)}\n${vtt(2).slice(8)}`],
  ])('files that were joined (%s) are taken apart, and no header becomes words', (_, file, said = ['words 1', 'words 2']) =>
    expect(texts(file)).toEqual(said),
  );

  it('segments stay refused whose times are counted from different moments of their stream', () => {
    const segment = (second: number, map: string) => vtt(second, `WEBVTT\nX-TIMESTAMP-MAP=${map}`);
    const joined = (map: string) => `${segment(1, 'LOCAL:00:00:00.000,MPEGTS:900000')}\n${segment(2, map)}`;
    expect(repair(joined('LOCAL:00:00:00.000,MPEGTS:1440000'))).toMatchObject({ ok: false, defects: [{ code: 'bad_time', line: 8 }] });
    for (const same of ['LOCAL:00:00:06.000,MPEGTS:1440000', 'LOCAL:00:00:06.006,MPEGTS:1440510', 'LOCAL:0.0.0']) {
      expect(texts(joined(same))).toEqual(['words 1', 'words 2']);
    }
  });

  it('a subtitle that says WEBVTT and nothing else keeps its word', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nWEBVTT\n\n00:03.000 --> 00:04.000\nis a format\n';
    expect(repair(file)).toMatchObject({ ok: true, content: file, changes: [] });
  });
});
