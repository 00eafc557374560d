import { describe, expect, it } from '@jest/globals';
import type { TranscriptFormat } from './defects.js';
import { judge } from './judge.js';
import { parseTranscript } from './parse.js';
import { MAX_BYTES } from './scan.js';
import { toVtt } from './write.js';

/** The subtitles of a file as `start-end speaker: text`, or its defects as `code line/subtitle`. */
function read(content: string, format?: TranscriptFormat): string[] {
  const outcome = parseTranscript(content, format);
  return outcome.ok
    ? outcome.subtitles.map(({ startMs, endMs, speaker, text }) => `${startMs}-${endMs} ${speaker ?? ''}: ${text}`)
    : outcome.defects.map(({ code, line, subtitle }) => `${code} ${line}/${subtitle}`);
}

const vtt = (cues: string) => read(`WEBVTT\n\n${cues}`, 'vtt');
const cue = (text: string) => vtt(`00:01.000 --> 00:02.000\n${text}\n`);

describe('both formats', () => {
  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('lines of a transcript may end with %s', (_, end) => {
    expect(read(['1', '00:00:01,000 --> 00:00:02,000', 'a', 'b', ''].join(end))).toEqual(['1000-2000 : a\nb']);
    expect(read(['WEBVTT', '', '00:01.000 --> 00:02.000', 'a', 'b'].join(end))).toEqual(['1000-2000 : a\nb']);
  });

  it('one byte order mark is dropped', () => {
    expect(read('\ufeff00:00:01,000 --> 00:00:02,000\na')).toEqual(['1000-2000 : a']);
    expect(read('\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\na')).toEqual(['1000-2000 : a']);
    expect(read('\ufeff\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\na', 'vtt')).toEqual(['bad_format 1/null']);
  });

  it('NUL in a transcript becomes U+FFFD', () => {
    expect(cue('a\0b')).toEqual(['1000-2000 : a\ufffdb']);
    expect(read('00:00:01,000 --> 00:00:02,000\na\0b')).toEqual(['1000-2000 : a\ufffdb']);
  });

  it('text of a subtitle loses trailing space of lines and empty lines at its ends, and may be blank', () => {
    expect(cue('a \t\n   \n b  \n ')).toEqual(['1000-2000 : a\n\n b']);
    expect(cue('  ')).toEqual(['1000-2000 : ']);
    expect(read('1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\n')).toEqual(['1000-2000 : ', '3000-4000 : ']);
  });

  it.each([
    ['end before start', '00:02.000 --> 00:01.000', ['reversed_times 3/1']],
    [
      'times of an earlier subtitle',
      '00:05.000 --> 00:09.000\n\n00:01.000 --> 00:02.000\n\n00:05.000 --> 00:09.000',
      ['duplicate_times 7/3'],
    ],
    ['the same times written otherwise', '00:05.000 --> 00:09.000\n\n00:00:05.000 --> 00:00:09.000', ['duplicate_times 5/2']],
  ])('a defect in either format: %s', (_, cues, expected) => expect(vtt(cues)).toEqual(expected));

  it('a subtitle of zero length is accepted, and given back', () => {
    const outcome = parseTranscript('WEBVTT\n\n00:01.000 --> 00:01.000\nMhm\n');
    const subtitle = { startMs: 1000, endMs: 1000, speaker: null, text: 'Mhm' };
    expect(outcome).toEqual({ ok: true, format: 'vtt', subtitles: [subtitle] });
    expect(parseTranscript(toVtt([subtitle]), 'vtt')).toEqual(outcome);
    expect(read('00:00:01,000 --> 00:00:01,000\nMhm')).toEqual(['1000-1000 : Mhm']);
  });

  it('two subtitles of zero length at the same time are duplicates', () => {
    expect(vtt('00:01.000 --> 00:01.000\na\n\n00:01.000 --> 00:01.000\nb')).toEqual(['duplicate_times 6/2']);
  });

  it('a duplicate names the first of its kind', () => {
    const outcome = parseTranscript('WEBVTT\n\n00:05.000 --> 00:09.000\n\n00:05.000 --> 00:09.000\n\n00:05.000 --> 00:09.000\n');
    expect(outcome).toMatchObject({
      defects: [
        { first_line: 3, first_subtitle: 1 },
        { first_line: 3, first_subtitle: 1 },
      ],
    });
  });

  it('a duplicate is found in a file whose starts go backwards, too', () => {
    const cues = ['00:05.000 --> 00:06.000', '00:01.000 --> 00:02.000', '00:09.000 --> 00:10.000'];
    const file = [...cues, ...cues].map((timing) => `${timing}\n\n`).join('');
    expect(vtt(file)).toEqual(['duplicate_times 9/4', 'duplicate_times 11/5', 'duplicate_times 13/6']);
  });

  it('overlaps, equal starts, equal ends and starts that go backwards are accepted, in the order of the file', () => {
    expect(vtt('00:05.000 --> 00:09.000\na\n\n00:05.000 --> 00:08.000\nb\n\n00:04.000 --> 00:09.000\nc')).toEqual([
      '5000-9000 : a',
      '5000-8000 : b',
      '4000-9000 : c',
    ]);
  });

  it('a file without a subtitle is empty', () => {
    expect(read('')).toEqual(['empty 1/null']);
    expect(read(' \n\t\n\u00a0')).toEqual(['empty 1/null']);
    expect(read('WEBVTT')).toEqual(['empty 1/null']);
    expect(read('WEBVTT\n\nNOTE only\n')).toEqual(['empty 1/null']);
  });

  it('the offending line is quoted, at most 80 characters of it', () => {
    const outcome = parseTranscript(`WEBVTT\n\n${'😀'.repeat(200)}`);
    const [, quoted] = /“(.*)”/.exec(outcome.ok ? '' : outcome.defects[0]!.message) ?? [];
    expect([...quoted!]).toHaveLength(80);
    expect(quoted!.isWellFormed()).toBe(true);
  });

  it('a format that contradicts the content is bad_format', () => {
    expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\na', 'srt')).toEqual(['bad_format 1/null']);
    expect(read('00:00:01,000 --> 00:00:02,000\na', 'vtt')).toEqual(['bad_format 1/null']);
  });

  it('the size of a transcript is judged before its format', () => {
    expect(read(`WEBVTT${'x'.repeat(MAX_BYTES)}`, 'srt')).toEqual(['too_large null/null']);
  });
});

it('a timing line with invisible characters is refused with their names (contract 14.2)', () => {
  const messages = (text: string) => judge(text).defects.map(({ message }) => message);
  expect(messages('WEBVTT\n\n00:01.000\u200b --> 00:02.000\nx')).toEqual([
    expect.stringContaining('it has invisible characters: zero-width space (U+200B)'),
  ]);
  expect(messages('00:00:01,000\u00a0--> 00:00:02,000\u200e\nx')).toEqual([
    expect.stringContaining('no-break space (U+00A0), left-to-right mark (U+200E)'),
  ]);
});

describe('WebVTT', () => {
  it.each(['WEBVTT', 'WEBVTT ', 'WEBVTT\t', 'WEBVTT text', 'WEBVTT\nHeader: line'])('WebVTT begins with %j', (head) => {
    expect(read(`${head}\n\n00:01.000 --> 00:02.000\na`, 'vtt')).toEqual(['1000-2000 : a']);
  });

  it.each(['WEBVTT-', 'WEBVTTX', 'webvtt', ' WEBVTT', '\nWEBVTT', ''])('WebVTT does not begin with %j', (head) => {
    expect(read(`${head}\n\n00:01.000 --> 00:02.000\na`, 'vtt')).toEqual(['bad_format 1/null']);
  });

  it.each([
    ['00:01.000 --> 00:02.000', ['1000-2000 : ']],
    ['00:01.000-->00:02.000', ['1000-2000 : ']],
    ['\t00:01.000 \t--> \t00:02.000 align:start', ['1000-2000 : ']],
    ['100:00:01.000 --> 100:00:02.000', ['360001000-360002000 : ']],
    ['0:00:01.000 --> 0:00:02.000', ['bad_time 3/null']],
    ['00:60.000 --> 00:61.000', ['bad_time 3/null']],
    ['60:00.000 --> 61:00.000', ['bad_time 3/null']],
    ['00:01,000 --> 00:02,000', ['bad_time 3/null']],
    ['00:01.00 --> 00:02.00', ['bad_time 3/null']],
    ['00:01.0000 --> 00:02.0000', ['bad_time 3/null']],
    ['-00:01.000 --> 00:02.000', ['bad_time 3/null']],
    ['00:01.000 -->', ['bad_time 3/null']],
    ['--> 00:02.000', ['bad_time 3/null']],
    ['00:01.000 ---> 00:02.000', ['bad_time 3/null']],
    [`${'9'.repeat(400)}:00:01.000 --> 99:00:02.000`, ['bad_time 3/null']],
  ])('the timing line %j is %j', (line, expected) => expect(vtt(line)).toEqual(expected));

  it('an empty line ends a block, one of spaces does not, and a timing line begins a new one', () => {
    expect(cue('a\n \nb')).toEqual(['1000-2000 : a\n\nb']);
    expect(cue('a\n\nb')).toEqual(['no_times 6/null']);
    expect(cue('a\n00:03.000 --> 00:04.000\nb')).toEqual(['1000-2000 : a', '3000-4000 : b']);
  });

  it('identifiers, settings and blocks that are not for viewers are read over', () => {
    expect(
      vtt(
        'STYLE\n::cue {}\n\nREGION \nid:x\n\nNOTE\nwords\n\nNOTE words\n\nid\n00:01.000 --> 00:02.000 line:0\na\n\nSTYLE\nlate\n\nREGION\nlate',
      ),
    ).toEqual(['1000-2000 : a']);
    expect(vtt('NOTES\nwords\n\n00:01.000 --> 00:02.000\na')).toEqual(['no_times 3/null']);
    expect(vtt('two\nlines\n00:01.000 --> 00:02.000\na')).toEqual(['no_times 3/null']);
  });

  it.each([
    ['<v Ann>Hi', 'Ann: Hi'],
    ['<v.loud.x Ann>Hi</v>', 'Ann: Hi'],
    ['<v   Ann \t Lee >Hi', 'Ann Lee: Hi'],
    ['<v Ann\nLee>Hi', 'Ann Lee: Hi'],
    ['<v R&amp;D>Hi', 'R&D: Hi'],
    ['<v Ann>Hi</v> all', 'Ann: Hi all'],
    ['well <v Ann>Hi', 'Ann: well Hi'],
    ['<v Ann>Hi <v Ann>again', 'Ann: Hi again'],
    ['<v>Hi', ': Hi'],
    ['<v.loud>Hi', ': Hi'],
    ['<V Ann>Hi', ': <V Ann>Hi'],
    ['<voice Ann>Hi', ': <voice Ann>Hi'],
    ['<i>Hi</i> <00:01.500><c.x>you</c>', ': <i>Hi</i> <00:01.500><c.x>you</c>'],
  ])('the voice tag in %j gives %j', (text, said) => expect(cue(text)).toEqual([`1000-2000 ${said}`]));

  it('a subtitle has one speaker, and the next one does not inherit it', () => {
    expect(cue('<v Ann>Hi <v Ben>Ho')).toEqual(['multiple_speakers 3/1']);
    expect(cue('<v Ann')).toEqual(['bad_voice_tag 3/1']);
    expect(vtt('00:01.000 --> 00:02.000\n<v Ann>a\n\n00:02.000 --> 00:03.000\nb')).toEqual(['1000-2000 Ann: a', '2000-3000 : b']);
  });

  it.each([
    ['&amp;&lt;&gt;', '&<>'],
    ['&lrm;&rlm;&nbsp;.', '\u200e\u200f\u00a0.'],
    ['&#65;&#x42;&#X43;&#x1F600;', 'ABC😀'],
    ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['&eacute; &amp &;', '&eacute; &amp &;'],
    ['&amp;lt;', '&lt;'],
  ])('the entities %j are %j', (text, decoded) => expect(cue(text)).toEqual([`1000-2000 : ${decoded}`]));
});

describe('SRT', () => {
  const at = (line: string) => read(`1\n${line}\na\n`, 'srt');

  it.each([
    ['00:00:01,000 --> 00:00:02,000', ['1000-2000 : a']],
    ['00:00:01.000 --> 00:00:02.000', ['1000-2000 : a']],
    ['0:0:1,5 --> 0:0:2,25', ['1500-2250 : a']],
    ['0:1 --> 0:2', ['1000-2000 : a']],
    ['00:01,000-->00:02,000', ['1000-2000 : a']],
    ['00:00:01,000 --> 00:00:02,000 X1:1 X2:2', ['1000-2000 : a']],
    ['00:00:01,000 --> 00:00:02,000X1:1', ['bad_time 2/null']],
    ['00:00:01,0000 --> 00:00:02,000', ['bad_time 2/null']],
    ['00:00:60,000 --> 00:00:61,000', ['bad_time 2/null']],
    ['00:00:013,000 --> 00:00:14,000', ['bad_time 2/null']],
    ['-00:00:01,000 --> 00:00:02,000', ['bad_time 2/null']],
    ['00:00:01,000 -->', ['bad_time 2/null']],
    ['--> 00:00:02,000', ['bad_time 2/null']],
  ])('the timing line %j is %j', (line, expected) => expect(at(line)).toEqual(expected));

  it('an index is a number directly above a timing line, and text elsewhere', () => {
    expect(read('00:00:01,000 --> 00:00:02,000\n42\n7\n00:00:03,000 --> 00:00:04,000\nb\n42')).toEqual([
      '1000-2000 : 42',
      '3000-4000 : b\n42',
    ]);
    expect(read('1\n\n00:00:01,000 --> 00:00:02,000\na')).toEqual(['no_times 1/null']);
  });

  it('an arrow in the text is text, unless its line begins like a time', () => {
    expect(at('00:00:01,000 --> 00:00:02,000\nleft --> right')).toEqual(['1000-2000 : left --> right\na']);
    expect(at('00:00:01,000 --> 00:00:02,000\n1 --> 2')).toEqual(['bad_time 3/null']);
  });

  it('words without times are no_times in SRT', () => {
    expect(read('Title\n\n1\n00:00:01,000 --> 00:00:02,000\na\n\nmore\n')).toEqual(['no_times 1/null', 'no_times 7/null']);
  });

  it('names and tags of SRT stay text', () => {
    expect(at('00:00:01,000 --> 00:00:02,000\nAnn: <v Ben>&amp;')).toEqual(['1000-2000 : Ann: <v Ben>&amp;\na']);
  });
});
