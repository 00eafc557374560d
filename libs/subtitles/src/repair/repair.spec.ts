import { describe, expect, it } from '@jest/globals';
import type { TranscriptFormat } from '../defects.js';
import { repair } from './repair.js';

const mend = (content: string, format?: TranscriptFormat) => {
  const { ok, content: repaired, changes, defects } = repair(content, format);
  return ok ? [repaired, ...changes.map(({ code, line }) => `${code} ${line}`)] : defects.map(({ code, line }) => `${code} ${line}`);
};
const vtt = (cues: string) => mend(`WEBVTT\n\n${cues}`, 'vtt');
const timed = (line: string) => {
  const [repaired = '', ...changes] = vtt(`${line}\na\n`);
  return [repaired.split('\n')[2], ...changes];
};

it('a file that passes is left alone', () => {
  expect(mend('1\n00:00:01,5 --> 0:0:2\nHello \n\n')).toEqual(['1\n00:00:01,5 --> 0:0:2\nHello \n\n']);
});

describe('times', () => {
  it.each([
    ['00:00:01,500 --> 00:00:02,000', '00:00:01.500 --> 00:00:02.000'],
    ['0:01.5 --> 0:02.25 align:start', '00:00:01.500 --> 00:00:02.250 align:start'],
    ['00:01 --> 00:02.123456', '00:00:01.000 --> 00:00:02.123'],
    ['00:01:500 --> 00:02:000', '00:00:01.500 --> 00:00:02.000'],
    ['02.345 --> 00:03.456', '00:00:02.345 --> 00:00:03.456'],
    ['00:60.000 --> 120:00.000', '00:01:00.000 --> 02:00:00.000'],
    ['00: 00: 01.000 --> 00:00:02 .000', '00:00:01.000 --> 00:00:02.000'],
    ['-00:01.000 --> 00:02.000', '00:00:00.000 --> 00:00:02.000'],
    ['00:01.000 ---> 00:02.000', '00:00:01.000 --> 00:00:02.000'],
    ['00:01.000 → 00:02.000', '00:00:01.000 --> 00:00:02.000'],
    ['00:01.000 --&gt; 00:02.000', '00:00:01.000 --> 00:00:02.000'],
    ['00:01.000 - 00:02.000', '00:00:01.000 --> 00:00:02.000'],
    ['0:00:01.000,0:00:02.000', '00:00:01.000 --> 00:00:02.000'],
  ])('the time %s is written as %s', (line, repaired) => expect(timed(line)).toEqual([repaired, 'time_rewritten 3']));

  it.each(['1 --> 2', '00:01.000 --> soon', '0.0.0 --> 00:01.000', '00:00:00000 --> 00:00:01.000', '01:75:00.000 --> 02:00:00.000', '00:02.bad --> 00:03.000'])(
    'the time %s cannot be repaired',
    (line) => expect(vtt(`${line}\na\n`)).toEqual(['bad_time 3']),
  ); // prettier-ignore

  it('an end before its start is swapped with it', () => {
    expect(timed('00:02.000 --> 00:01.000 line:0')).toEqual(['00:00:01.000 --> 00:00:02.000 line:0', 'times_swapped 3']);
  });

  it('a missing end is the start of the next subtitle, a missing start the end of the one before', () => {
    expect(mend('00:00:01,000 -->\na\n\n00:00:02,000 --> 00:00:03,000\nb\n\n--> 00:00:05,000\nc\n')).toEqual([
      '00:00:01,000 --> 00:00:02,000\na\n\n00:00:02,000 --> 00:00:03,000\nb\n\n00:00:03,000 --> 00:00:05,000\nc\n',
      'time_filled 1',
      'time_rewritten 1',
      'time_filled 7',
      'time_rewritten 7',
    ]);
    expect(mend('00:00:01,000 -->\na\n')).toEqual(['bad_time 1']);
  });

  it('a missing end is not set to a start that is earlier than its own', () => {
    expect(mend('00:00:05,000 -->\na\n\n00:00:02,000 --> 00:00:03,000\nb\n')).toEqual(['bad_time 1']);
  });

  it('the end of a duplicate moves by as few milliseconds as are free', () => {
    const cue = '00:01.000 --> 00:02.000\na\n\n';
    expect(vtt(`${cue}00:01.000 --> 00:02.001\nb\n\n${cue}${cue}`)).toEqual([
      `WEBVTT\n\n${cue}00:01.000 --> 00:02.001\nb\n\n00:00:01.000 --> 00:00:02.002\na\n\n00:00:01.000 --> 00:00:02.003\na\n\n`,
      'times_moved 9',
      'times_moved 12',
    ]);
  });

  it('a timing line that stands twice is kept once', () => {
    expect(vtt('00:01.000 --> 00:02.000\n00:01.000 --> 00:02.000\na\n')).toEqual([
      'WEBVTT\n\n00:01.000 --> 00:02.000\na\n',
      'times_merged 3',
    ]);
  });

  it('a timing line that stands twice keeps its identifier', () => {
    const [repaired] = vtt('intro\n00:01.000 --> 00:02.000\n\n00:01.000 --> 00:02.000\na\n');
    expect(repaired).toBe('WEBVTT\n\nintro\n00:01.000 --> 00:02.000\na\n');
  });

  it('a timing in brackets is parted from its words', () => {
    expect(mend('[00:00.000 --> 00:04.000]  Hello\n[00:04.000 --> 00:08.000]  world\n')).toEqual([
      '00:00:00,000 --> 00:00:04,000\nHello\n00:00:04,000 --> 00:00:08,000\nworld\n',
      'time_rewritten 1',
      'time_rewritten 2',
    ]);
  });
});

describe('blank lines', () => {
  it('blank lines within a subtitle are removed', () => {
    expect(vtt('00:01.000 --> 00:02.000\n\na\n\n\nb\nc\n')).toEqual([
      'WEBVTT\n\n00:01.000 --> 00:02.000\na\nb\nc\n',
      'blank_lines_removed 4',
      'blank_lines_removed 6',
    ]);
  });

  it('blank lines between an index and its timing line are removed', () => {
    expect(mend('1\n\n00:00:01,000 --> 00:00:02,000\na\n')).toEqual(['1\n00:00:01,000 --> 00:00:02,000\na\n', 'blank_lines_removed 2']);
  });

  it('blank lines are added below words that were closed up with the subtitle above', () => {
    expect(vtt('1\n00:01.000 --> 00:02.000\na\n\nb\n2\n00:03.000 --> 00:04.000\nc\n')).toEqual([
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\na\nb\n\n2\n00:03.000 --> 00:04.000\nc\n',
      'blank_lines_removed 6',
      'blank_line_added 8',
    ]);
  });

  it('blank lines within a style are removed', () => {
    expect(vtt('STYLE\n::cue {\n\ncolor: red;\n}\n\n00:01.000 --> 00:02.000\na\n')).toEqual([
      'WEBVTT\n\nSTYLE\n::cue {\ncolor: red;\n}\n\n00:01.000 --> 00:02.000\na\n',
      'blank_lines_removed 5',
    ]);
  });

  it('words before the first subtitle cannot be repaired', () => {
    expect(mend('My podcast\n\n1\n00:00:01,000 --> 00:00:02,000\na\n')).toEqual(['no_times 1']);
  });

  it('an index without a timing line is removed, and its words belong to the subtitle above', () => {
    expect(mend('1\n00:00:01,000 --> 00:00:02,000\na\n\n2\nb\n')).toEqual([
      '1\n00:00:01,000 --> 00:00:02,000\na\nb\n',
      'blank_lines_removed 4',
      'index_removed 5',
    ]);
    expect(vtt('1\n00:01.000 --> 00:02.000\na\n\n2\nb\n\n3\n\n4\n00:04.000 --> 00:05.000\nc\n')[0]).toBe(
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\na\nb\n\n4\n00:04.000 --> 00:05.000\nc\n',
    );
    expect(vtt('1\n00:01.000 --> 00:02.000\na\n\n2\n3\n00:04.000 --> 00:05.000\nc\n')[0]).toBe(
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\na\n\n3\n00:04.000 --> 00:05.000\nc\n',
    );
    // The next subtitle has the number: it is a word.
    expect(mend('1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n')[0]).toContain('a\n2\n\n2\n');
  });
});

describe('the signature', () => {
  const cue = '00:01.000 --> 00:02.000\na\n';
  it.each([
    ['webvtt\n\n', 'WEBVTT\n\n'],
    ['\n\tWEBVTT - talk\n\n', 'WEBVTT - talk\n\n'],
    ['\ufeffWEBVTTx\n\n', '\ufeffWEBVTT x\n\n'],
    ['vtt\n\n', 'WEBVTT\n\n'],
    ['\n', 'WEBVTT\n\n'],
    ['', 'WEBVTT\n\n'],
  ])('the signature %j becomes %j', (head, repaired) => {
    const [content, ...changes] = mend(head + cue, 'vtt');
    expect(content).toBe(repaired + cue);
    expect(changes).toHaveLength(1);
  });

  it('the signature of a file decides when it contradicts the declared format', () => {
    const { ok, format, content, changes } = repair(`WEBVTT\n\n${cue}`, 'srt');
    expect([ok, format, content, changes.map(({ code }) => code)]).toEqual([true, 'vtt', `WEBVTT\n\n${cue}`, ['format_corrected']]);
  });
});

describe('speakers', () => {
  it('speakers in one subtitle get a subtitle each', () => {
    expect(vtt('1\n00:01.000 --> 00:03.000 line:0\n<v Ana>Hello.</v>\n<v Ben>Hi!</v>\nWell.\n')).toEqual([
      'WEBVTT\n\n1\n00:01.000 --> 00:03.000 line:0\n<v Ana>Hello.</v>\n\n00:00:01.000 --> 00:00:03.001 line:0\n<v Ben>Hi!</v>\nWell.\n',
      'speakers_separated 4',
      'times_moved 4',
    ]);
  });

  it('speakers who speak in turns get a subtitle for each turn', () => {
    const [repaired, ...changes] = vtt('00:01.000 --> 00:03.000\n<v Ana>Hello.\n<v Ben>Hi!\n<v Ana>Well.\n');
    expect([...String(repaired).matchAll(/<v (\w+)>/g)].map(([, name]) => name)).toEqual(['Ana', 'Ben', 'Ana']);
    expect([String(repaired).match(/-->/g)?.length, changes]).toEqual([3, expect.arrayContaining(['speakers_separated 3'])]);
  });
});

it('an arrow in the words of WebVTT is escaped', () => {
  expect(vtt('00:01.000 --> 00:02.000\nleft --> right\n')).toEqual([
    'WEBVTT\n\n00:01.000 --> 00:02.000\nleft --&gt; right\n',
    'arrow_escaped 4',
  ]);
});

describe('bytes', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nÇa va très bien\n';
  const utf16 = (mark: string) => new Uint8Array(Buffer.from(mark + srt, 'utf16le'));
  it.each([
    ['UTF-8', new TextEncoder().encode(srt), 0],
    ['UTF-16, little endian', utf16('\ufeff'), 1],
    ['UTF-16, big endian', new Uint8Array(Buffer.from(`\ufeff${srt}`, 'utf16le').swap16()), 1],
    ['UTF-16 without a mark', utf16(''), 1],
    ['Latin-1', new Uint8Array(Buffer.from(srt, 'latin1')), 1],
  ])('bytes of %s are decoded', (_, bytes, changes) => {
    const result = repair(bytes);
    expect([result.ok, result.content, result.changes.length]).toEqual([true, srt, changes]);
  });
});

it('a file in UTF-8 that passes keeps its byte order mark', () => {
  const srt = '\ufeff1\n00:00:01,000 --> 00:00:02,000\na\n';
  const { ok, content, changes } = repair(new TextEncoder().encode(srt));
  expect([ok, content, changes]).toEqual([true, srt, []]);
});

describe('what cannot be repaired', () => {
  it.each([
    ['', 'empty 1'],
    ['Hello and welcome.\nToday we talk.', 'no_times 1'],
    ['x'.repeat(11_000_000), 'too_large null'],
    ['\n'.repeat(600_000), 'empty 1'],
  ])('what cannot be repaired is reported as a defect', (content, defect) => expect(mend(content)).toEqual([defect]));

  it('what cannot be repaired has the lines of the file that was given', () => {
    expect(vtt('00:01,0 --> 00:02,0\n\na\n\n00:03.000 --> later\nb\n')).toEqual(['bad_time 7']);
  });

  it.each([
    ['are refused', 'WEBVTT\n\n', '00:00:03.000 --> later\nb\n\n', 150],
    ['would become words', '00:00:01,000 --> 00:00:02,000\na\n', '00:00:03,000 -> later\nb\n', 150],
  ])(
    'of the timing lines that cannot be repaired and %s, the first hundred are described and each is counted once',
    (_, head, cue, count) => {
      const { defects, defectCount } = repair(head + cue.repeat(count));
      const lines = Array.from({ length: Math.min(count, 100) }, (__, at) => 3 + at * (cue.split('\n').length - 1));
      expect([defects.map(({ line }) => line), defectCount]).toEqual([lines, count]);
    },
  );

  it('what cannot be repaired does not keep the rest from being repaired', () => {
    const { ok, content, changes } = repair('WEBVTT\n\n00:01,000 --> 00:02,000\na\n\n00:03.000 --> later\nb\n');
    expect(ok).toBe(false);
    expect(content).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n\n00:03.000 --> later\nb\n');
    expect(changes).toHaveLength(1);
  });
});

it('a file of two hundred thousand notes is repaired', () => {
  const { ok, changes } = repair(`WEBVTT\n\n${'NOTE\n\n'.repeat(200_000)}00:01.000 -> 00:02.000\na\n`);
  expect([ok, changes.length]).toEqual([true, 1]);
});

it('ten thousand subtitles, each of them twice, differ after a repair', () => {
  const cues = Array.from({ length: 10_000 }, (_, at) => `00:00.000 --> 00:00:${String(10 + at / 1000).slice(0, 2)}.${String(at % 1000).padStart(3, '0')}\na\n\n`).join(''); // prettier-ignore
  const { ok, changes } = repair(`WEBVTT\n\n${cues}${cues}`);
  expect([ok, changes.length]).toEqual([true, 10_000]);
});
