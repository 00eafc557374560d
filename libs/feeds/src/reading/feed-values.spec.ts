import { describe, expect, it } from '@jest/globals';
import { feedText } from './feed-text.js';
import { feedAudioUrl, feedDate, feedDuration, feedLine } from './feed-values.js';

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
  ['Tue, 10 Jun 2003 04:00:00', '2003-06-10T04:00:00.000Z'], // no zone, or one that nobody knows: UTC, wherever the worker is
  ['Tue, 10 Jun 2003 04:00:00 CEST', '2003-06-10T04:00:00.000Z'],
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
  ['2025-06-10', null],
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
  [null, null],
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
  [null, null],
])('the duration %j is %s', (text, seconds) => expect(feedDuration(text)).toBe(seconds));

it.each([
  ['https://example.com/a.mp3', 'https://example.com/a.mp3'],
  [' http://example.com/ä.mp3 ', 'http://example.com/ä.mp3'],
  ['ftp://example.com/a.mp3', null],
  ['javascript:alert(1)', null],
  ['/a.mp3', null],
  ['http://', null],
  [`https://example.com/${'a'.repeat(2048)}`, null],
  [null, null],
])('the audio %j is %j', (text, url) => expect(feedAudioUrl(text)).toBe(url));

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
  ])('is in %s', (_, bytes, type) => expect(feedText(bytes, type)).toContain('Grüße'));

  it('is in Shift JIS', () => expect(feedText(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>'), Buffer.from([0x83, 0x65])]), '')).toContain('テ')); // prettier-ignore

  it.each([
    ['UTF-8', latin1('UTF-8'), ''],
    ['UTF-8 that is cut off in a character', Buffer.from('<rss>ü').subarray(0, -1), ''],
    ['UTF-16', Buffer.concat([utf16(`\ufeff${xml('UTF-16')}`, false), Buffer.from([0, 0xd8, 0, 0])]), ''],
    ['Shift JIS', Buffer.from([0x3c, 0x83, 0xff]), 'text/xml; charset=shift_jis'],
  ])('that is ill-formed %s is not read', (_, bytes, type) => {
    expect(() => feedText(bytes, type)).toThrow(expect.objectContaining({ code: 'invalid_xml' }));
  });

  it('in an encoding that nobody knows is not read', () => {
    expect(() => feedText(latin1('klingon'), '')).toThrow(expect.objectContaining({ code: 'invalid_xml' }));
  });
});
