import { describe, expect, it } from '@jest/globals';
import { feedText } from './feed-text.js';
import { feedDate } from './feed-dates.js';
import { feedDuration, feedLine, isPlayable, mediaUrl } from './feed-values.js';

it.each([
  ['Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 +0200', '2003-06-10T02:00:00.000Z'],
  ['Mon, 01 Jan 2024 10:00:00 +0200 (CEST)', '2024-01-01T08:00:00.000Z'],
  ['Mon, 01 Jan 2024 10:00:00 -0930 (one) (and another)', '2024-01-01T19:30:00.000Z'],
  ['Mon, 01 Jan 2024 10:00:00 +02:00', '2024-01-01T08:00:00.000Z'],
  ['tuesday, 10 june 2003 4:00 pdt', '2003-06-10T11:00:00.000Z'],
  ['10 Jun 2003 04:00 EST', '2003-06-10T09:00:00.000Z'],
  ['10 Jun 03 04:00 UT', '2003-06-10T04:00:00.000Z'],
  ['10 Jun 99 04:00 Z', '1999-06-10T04:00:00.000Z'],
  ['10 Jun 103 04:00 Z', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00', '2003-06-10T04:00:00.000Z'], // no zone, or an unknown one: UTC, wherever the worker is
  ['Tue, 10 Jun 2003 04:00:00 XYZ', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 12:35:9 GMT', '2003-06-10T12:35:09.000Z'],
  ['Di, 10. Juni 2003 04:00:00 +0200', '2003-06-10T02:00:00.000Z'],
  ['Mi., 10 Dez. 2003 04:00 GMT', '2003-12-10T04:00:00.000Z'],
  ['mar., 10 août 2003 04:00:00 GMT', '2003-08-10T04:00:00.000Z'],
  ['Mié, 10 Ene 2003 04:00:00 GMT', '2003-01-10T04:00:00.000Z'],
  ['segunda-feira, 10 de fevereiro de 2003 04:00:00 GMT', '2003-02-10T04:00:00.000Z'],
  ['gio, 10 mag 2003 04:00:00 GMT', '2003-05-10T04:00:00.000Z'],
  ['tors, 10 maj 2003 04:00:00 GMT', '2003-05-10T04:00:00.000Z'],
  ['10 marraskuuta 2003 04:00 GMT', '2003-11-10T04:00:00.000Z'],
  ['10 października 2003 04:00 GMT', '2003-10-10T04:00:00.000Z'],
  ['Вт, 10 июня 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 CEST', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 JST', '2003-06-09T19:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 AEST', '2003-06-09T18:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 IST', '2003-06-09T22:30:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 AKDT', '2003-06-10T12:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 ET', '2003-06-10T08:00:00.000Z'],
  ['Tue, 10 Dec 2003 04:00:00 PT', '2003-12-10T12:00:00.000Z'],
  ['Tue, 10 Jun 2003 4:00:00 PM EST', '2003-06-10T21:00:00.000Z'],
  ['Tue, 10 Jun 2003 12:30 am PDT', '2003-06-10T07:30:00.000Z'],
  ['Tue, 10 Jun 2003 12:30:00 p.m. GMT', '2003-06-10T12:30:00.000Z'],
  ['Tue, 10 Jun 2003 12:30PM', '2003-06-10T12:30:00.000Z'],
  ['Tue, 10 Jun 2003 15:00:00 PM GMT', '2003-06-10T15:00:00.000Z'],
  ['Tue, 10 Jun 2003 0:30 PM GMT', null],
  ['Tue, 10 Jun 2003 04:00:00 GMT+0200', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 GMT+2', '2003-06-10T02:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 -0500 EST', '2003-06-10T09:00:00.000Z'],
  ['Tue 10-Jun-2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['June 10, 2003 4:00 PM EST', '2003-06-10T21:00:00.000Z'],
  ['Tue, Jun 10 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['Tue Jun 10 04:00:00 PDT 2003', '2003-06-10T11:00:00.000Z'],
  ['2025-06-10 4:00:00 PM', '2025-06-10T16:00:00.000Z'],
  ['2025-06-10 04:00:00 PST', '2025-06-10T12:00:00.000Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00.000Z'],
  ['2025-06-10T04:00:00Z', '2025-06-10T04:00:00.000Z'],
  ['2025-06-10t04:00:00z', '2025-06-10T04:00:00.000Z'],
  ['2025-06-10T04:00:00.5+02:00', '2025-06-10T02:00:00.500Z'],
  ['2025-06-10T04:00:00', '2025-06-10T04:00:00.000Z'],
  ['2024-01-01 10:00:00+02', '2024-01-01T08:00:00.000Z'],
  ['2024-01-01 10:00:00 -0200', '2024-01-01T12:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2023-02-29T00:00:00Z', null],
  ['31 Feb 2024 10:00:00 GMT', null],
  ['31 Feb', null],
  ['00 Jan 2024 10:00:00 GMT', null],
  ['Tue, 45 Jun 2003 04:00:00 GMT', null],
  ['10 Foo 2003 04:00:00 GMT', null],
  ['10 Jun 2003 24:00:00 GMT', null],
  ['10 Jun 2003 04:00:00 +2400', null],
  ['2025-13-10T04:00:00Z', null],
  ['2025-06-10', '2025-06-10T00:00:00.000Z'], // a day alone, as `dc:date` may be: its first moment in UTC
  ['Tue, 10 Jun 2003', '2003-06-10T00:00:00.000Z'],
  ['10 Jun 03', '2003-06-10T00:00:00.000Z'],
  ['June 10, 2003', '2003-06-10T00:00:00.000Z'],
  ['2025-06-31', null],
  ['2025-06', null],
  ['10-06-2025', null],
  ['06/10/2025 04:00', null],
  ['season 5', null],
  ['1', null],
  ['1718000000', null],
  ['yesterday', null],
  ['0001-01-01T00:00:00Z', null],
  ['9999-12-31T23:59:59Z', null],
  ['1970-01-01T00:00:00+02', null],
  ['(2024-01-01T10:00:00Z)', null],
  ['('.repeat(60_000), null],
  ['', null],
  [undefined, null],
])('the date %j is %s', (text, date) => expect(feedDate(text)?.toISOString() ?? null).toBe(date));

it.each([
  ['3723', 3723],
  ['1:02:03', 3723],
  ['62:03', 3723],
  [' 00:00:59.6 ', 60],
  ['0', null],
  ['0.2', null],
  ['-5', null],
  ['1 hour', null],
  ['99999999999', null],
  ['1e9', null],
  ['', null],
  [undefined, null],
])('the duration %j is %s', (text, seconds) => expect(feedDuration(text)).toBe(seconds));

it.each([
  ['https://example.com/a.mp3', 'https://example.com/a.mp3', false],
  [' http://example.com/ä.mp3 ', 'http://example.com/ä.mp3', false],
  ['/a.mp3', 'https://feeds.example.com/a.mp3', true],
  ['b c.mp3', 'https://feeds.example.com/x/b%20c.mp3', true],
])('the URL %j of a file is %j', (text, url, isRelative) => {
  expect(mediaUrl(text, 'https://feeds.example.com/x/feed')).toEqual({ url, isRelative });
});

it.each([
  'ftp://example.com/a.mp3',
  'javascript:alert(1)',
  'http://',
  '',
  ' ',
  `https://example.com/${'a'.repeat(2048)}`,
  'a'.repeat(2040),
])('the URL %j of a file is none', (text) => expect(mediaUrl(text, 'https://feeds.example.com/x/feed')).toBeNull());

it.each([
  ['https://a.example/1', 'audio/mpeg', true],
  ['https://a.example/1', ' Video/MP4', true],
  ['https://a.example/1.mp3', '', true],
  ['https://a.example/1.M4A?x=1#y', 'application/octet-stream', true],
  ['https://a.example/1.jpg', 'image/jpeg', false],
  ['https://a.example/1?file=1.mp3', '', false],
  ['https://mp3', '', false],
])('%s of the type %j is playable: %s', (url, type, expected) => expect(isPlayable(url, type)).toBe(expected));

it('a title is one line of a bounded length', () => expect(feedLine(' a\n\t b  😀😀 ', 5)).toBe('a b 😀'));

describe('the text of a feed', () => {
  const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><rss>Grüße</rss>`;
  const latin1 = (encoding: string) => Buffer.from(xml(encoding), 'latin1');
  const utf16 = (text: string, big: boolean) => {
    const bytes = Buffer.from(text, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };

  it.each([
    ['UTF-8 without a word', Buffer.from('<rss>Grüße</rss>'), ''],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${xml('UTF-8')}`), ''],
    ['what the declaration says', latin1('ISO-8859-1'), 'text/xml'],
    ['what the media type says, before the declaration', latin1('UTF-8'), 'application/rss+xml; charset="windows-1252"'],
    ['the mark, before the media type', Buffer.from(`\ufeff${xml('x')}`), 'text/xml; charset=iso-8859-1'],
    ['UTF-16 with a mark', utf16(`\ufeff${xml('UTF-16')}`, false), ''],
    ['UTF-16 the other way round', utf16(`\ufeff${xml('UTF-16')}`, true), ''],
    ['UTF-16 without a mark', utf16(xml('UTF-16'), false), ''],
    ['UTF-16 without a mark and declaration', utf16('<rss>Grüße</rss>', false), 'text/xml; charset=utf-16'],
    ['UTF-8 that is declared as UTF-16', Buffer.from(xml('utf-16')), ''],
    ['UTF-8 that is sent as UTF-16', Buffer.from(xml('UTF-8')), 'text/xml; charset=utf-16le'],
  ])('the text of a feed is in %s', (_, bytes, type) => expect(feedText(bytes, type)).toContain('Grüße'));

  it.each(['iso-8859-1', 'latin1', 'us-ascii', 'Windows-1252', 'ISO-8859-1'])(
    'the text of a feed in %s is read as windows-1252 (WHATWG Encoding)',
    (label) => {
      const bytes = Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${label}"?>`), Buffer.from([0x93, 0x80, 0x94])]);
      expect(feedText(bytes, '')).toContain('“€”');
      expect(feedText(Buffer.from([0x93]), `text/xml; charset='${label}'`)).toBe('“');
    },
  );

  it('the text of a feed names the place of a byte that its encoding does not have', () => {
    const bytes = Buffer.from('<rss>\n  Gr\xfc\xdfe</rss>', 'latin1');
    expect(() => feedText(bytes, '')).toThrow(expect.objectContaining({ place: { line: 2, column: 5 } }));
  });

  it('the text of a feed is in Shift JIS', () => expect(feedText(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>'), Buffer.from([0x83, 0x65])]), '')).toContain('テ')); // prettier-ignore

  it.each([
    ['UTF-8', latin1('UTF-8'), ''],
    ['UTF-8 that is cut off in a character', Buffer.from('<rss>ü').subarray(0, -1), ''],
    ['UTF-16', Buffer.concat([utf16(`\ufeff${xml('UTF-16')}`, false), Buffer.from([0, 0xd8, 0, 0])]), ''],
    ['Shift JIS', Buffer.from([0x3c, 0x83, 0xff]), 'text/xml; charset=shift_jis'],
  ])('the text of a feed that is ill-formed %s is not read', (_, bytes, type) => {
    expect(() => feedText(bytes, type)).toThrow(expect.objectContaining({ code: 'invalid_xml' }));
  });

  it('the text of a feed in an unknown encoding is not read', () => {
    expect(() => feedText(latin1('klingon'), '')).toThrow(expect.objectContaining({ code: 'not_a_feed' }));
  });
});
