import { describe, expect, it } from '@jest/globals';
import { parseTranscript } from './parse.js';
import { toPlainText, toPodcastJson, toSrt, toVtt } from './write.js';
import { webText } from './srt-markup.js';

const at = (second: number, text: string, speaker: string | null = null) => ({
  startMs: second * 1000,
  endMs: second * 1000 + 500,
  speaker,
  text,
});

describe('WebVTT and SRT', () => {
  const subtitle = { startMs: 3_600_000, endMs: 3_601_500, speaker: 'Ann', text: 'a <i>b</i> & <c.x>c</c>\n\n1 --> 2' };

  it('a file of WebVTT has voice tags, entities and the tags that were uploaded', () => {
    expect(toVtt([subtitle])).toBe('WEBVTT\n\n01:00:00.000 --> 01:00:01.500\n<v Ann>a <i>b</i> &amp; <c.x>c</c>\n \n1 --&gt; 2\n\n');
  });

  it('a name that ends in dashes makes no arrow with the end of its tag', () => {
    const named = [at(1, 'words', 'Ann--')];
    expect(parseTranscript(toVtt(named))).toEqual({ ok: true, format: 'vtt', subtitles: named });
  });

  it('a file of SRT has names before the words, and no tag that only WebVTT has', () => {
    expect(toSrt([subtitle], 'vtt')).toBe('1\n01:00:00,000 --> 01:00:01,500\nAnn: a <i>b</i> & c\n \n1 → 2\n\n');
  });
});

describe('markup of SRT (contract 5.5)', () => {
  it.each([
    ['<I>x</I> <B class="a">y</B> <u>z</u>', '<i>x</i> <b>y</b> <u>z</u>'],
    ['{i}x{/I} {B}y{/b}', '<i>x</i> <b>y</b>'],
    ['<font color="#ff0000">red</FONT>', 'red'],
    ['{\\an8}up {\\pos(1,2)\\fs20}there{\\i1}', 'up there'],
    ['<s>x</s><span style="a">y</span>one<br />two', 'xyone\ntwo'],
    [
      '<p>One <EM>two</EM></p>\n<p class="x"><strong>three</strong></p><center>4<sup>th</sup></center>',
      'One <i>two</i>\n<b>three</b>\n4th',
    ],
    ['<font>\nwords\n</font>', 'words'],
    ['<laughs> {music} <v Ann> <fonts> <person> {an8} a < b > c', '<laughs> {music} <v Ann> <fonts> <person> {an8} a < b > c'],
  ])('the markup %j of SRT becomes %j', (srt, web) => {
    expect(webText(srt, 'srt')).toBe(web);
    expect(webText(srt, 'vtt')).toBe(srt);
  });

  const marked = at(1, '{\\an8}<font size=2>One</font> <I>two</I> <v Ann>');

  it('markup of SRT is no text in WebVTT', () => {
    expect(toVtt([marked], 'srt')).toContain('\nOne <i>two</i> &lt;v Ann&gt;\n');
  });

  it('markup of SRT is no text in the JSON of the Podcast Namespace, nor in plain text', () => {
    expect(JSON.parse(toPodcastJson([marked], 'srt'))).toMatchObject({ segments: [{ body: 'One two <v Ann>' }] });
    expect(toPlainText([marked], 'srt')).toBe('One two <v Ann>\n');
  });

  it('markup of SRT stays in SRT', () => expect(toSrt([marked], 'srt')).toContain(`\n${marked.text}\n`));

  it.each(['{\\', '<font ', '<b ', '{', '<br', '\n<p ', '<p>\n\nx'])('ten megabytes of %j are read in one pass', (piece) => {
    const text = piece.repeat(10_000_000 / piece.length);
    expect(webText(text, 'srt').length).toBeGreaterThan(0);
  });
});

describe('the public forms (contract 17)', () => {
  const spoken = [
    at(0, '♪'),
    at(1, 'Good\nmorning.', 'Ines'),
    at(2, 'Welcome.', 'Ines'),
    at(3, 'I am late.'),
    at(4, '', 'Tom'),
    at(5, 'Hello.', 'Tom'),
  ];

  it('the public JSON has the names of the Podcast Namespace, and seconds', () => {
    expect(JSON.parse(toPodcastJson(spoken.slice(0, 2), 'vtt'))).toEqual({
      version: '1.0.0',
      segments: [
        { startTime: 0, endTime: 0.5, body: '♪' },
        { speaker: 'Ines', startTime: 1, endTime: 1.5, body: 'Good\nmorning.' },
      ],
    });
  });

  it('plain text has a paragraph each time the speaker changes, and none counts as the one before', () => {
    expect(toPlainText(spoken, 'vtt')).toBe('♪\n\nInes: Good morning. Welcome. I am late.\n\nTom: Hello.\n');
  });

  it('plain text has no tags', () => {
    expect(toPlainText([at(0, 'a <i>b</i> <c.x>c</c><00:01.000> & <laughs>')], 'vtt')).toBe('a b c & <laughs>\n');
  });
});

it('a voice tag with a name of spaces alone, no-break ones too, names nobody', () => {
  const outcome = parseTranscript('WEBVTT\n\n00:01.000 --> 00:02.000\n<v &nbsp;>Hi\n\n00:03.000 --> 00:04.000\n<v \u00a0 &nbsp; >Ho');
  expect(outcome.ok && outcome.subtitles.map(({ speaker }) => speaker)).toEqual([null, null]);
});
