import { AppError } from '@app/http/errors';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument, type ReadChapter } from './read-document.js';

function defects(document: unknown, durationSeconds: number | null = null): string[] {
  try {
    readDocument(document, durationSeconds);
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    return error.errors.map(({ field, code }) => `${field} ${code}`);
  }
}

const T = 'Title';
const at = (...starts: unknown[]) => ({ chapters: starts.map((startTime) => ({ startTime, title: T })) });
const one = (chapter: object) => ({ chapters: [{ startTime: 0, title: T, ...chapter }] });

const VISIBLE = { startTime: 5, title: T };
const SILENT = { startTime: 5, toc: false, img: 'https://example.com/5.jpg' };

/** The examples of https://github.com/Podcastindex-org/podcast-namespace (docs/examples/chapters, 1.2), by shape. */
const BASIC = {
  version: '1.2.0',
  chapters: [
    { startTime: 0, title: 'Intro' },
    { startTime: 168, title: 'Hearing Aids', img: 'https://example.com/images/hearing_aids.jpg' },
    { startTime: 410, title: 'Namespace', img: 'https://example.com/images/namespace.jpg', url: 'https://github.com/Podcastindex-org' },
    { startTime: 6089, title: 'Outro' },
  ],
};
const COMPLEX = {
  version: '1.2.0',
  author: 'John Doe',
  title: 'Episode 7 - Making Progress',
  podcastName: 'John’s Awesome Podcast',
  description: 'What it is about',
  fileName: 'episode7.mp3',
  waypoints: true,
  chapters: [
    { startTime: 0, title: 'Intro' },
    { startTime: 4200, title: 'Played song', url: 'https://example.com/song', value: '<podcast:value type="lightning"/>' },
    {
      startTime: 4826,
      img: 'https://example.com/images/parisfrance.jpg',
      toc: false,
      location: { name: 'Eiffel Tower, Paris', geo: 'geo:42.3417649,-70.9661596' },
    },
    { startTime: 5510, endTime: 5511.25, title: 'The Big Players' },
  ],
};

describe('a chapters document (contract 11)', () => {
  it('a chapters document of the Podcast Namespace is taken as it is', () => {
    expect(readDocument(BASIC, 6100).map(({ title, img }) => [title, img])).toEqual([
      ['Intro', null],
      ['Hearing Aids', 'https://example.com/images/hearing_aids.jpg'],
      ['Namespace', 'https://example.com/images/namespace.jpg'],
      ['Outro', null],
    ]);
    expect(readDocument(COMPLEX, null)).toEqual([
      expect.objectContaining({ startTime: 0, title: 'Intro', toc: null }),
      expect.objectContaining({ startTime: 4200, url: 'https://example.com/song' }),
      {
        startTime: 4826,
        endTime: null,
        title: null,
        summary: null,
        url: null,
        img: 'https://example.com/images/parisfrance.jpg',
        toc: false,
      },
      expect.objectContaining({ startTime: 5510, endTime: 5511.25 }),
    ]);
  });

  it.each([
    ['no object', [], ['null invalid']],
    ['null', null, ['null invalid']],
    ['no chapters', {}, ['chapters required']],
    ['null for chapters', { chapters: null }, ['chapters required']],
    ['an object for chapters', { chapters: {} }, ['chapters invalid']],
    ['an empty array', { chapters: [] }, []],
    ['another version', { version: '1.0.0', chapters: [] }, []],
    ['a version that is a number', { version: 1.2, chapters: [] }, []],
    ['a version that is neither string nor number', { version: ['1.2'], chapters: [] }, ['version invalid']],
    ['an unknown key at the top', { chapters: [], chapter: [] }, []],
    ['a key called __proto__', JSON.parse('{"chapters":[],"__proto__":{}}'), []],
    ['a chapter that is no object', { chapters: ['Intro', null, [], 7] }, [0, 1, 2, 3].map((n) => `chapters[${n}] invalid`)],
    ['an unknown key in a chapter', one({ titel: 'x', 'podcast:soundbite': {} }), []],
    ['no startTime', { chapters: [{ title: T }] }, ['chapters[0].startTime required']],
    ['startTime as text', at('12'), ['chapters[0].startTime invalid']],
    ['startTime without end', at(Number.POSITIVE_INFINITY), ['chapters[0].startTime invalid']],
    ['startTime below 0', at(-0.001), ['chapters[0].startTime invalid']],
    ['startTime with a fraction', at(0, 0.001, 0.0015), []],
    ['no title', { chapters: [{ startTime: 0 }] }, ['chapters[0].title required']],
    ['no title, and toc true', { chapters: [{ startTime: 0, toc: true }] }, ['chapters[0].title required']],
    ['no title of a silent chapter', { chapters: [{ startTime: 0, toc: false }] }, []],
    ['an empty title', one({ title: '' }), ['chapters[0].title required']],
    ['an empty title of a silent chapter', one({ title: '', toc: false }), ['chapters[0].title required']],
    ['a title that is no string', one({ title: 5 }), ['chapters[0].title invalid']],
    ['255 characters of title', one({ title: '😀'.repeat(255) }), []],
    ['256 characters of title', one({ title: 'x'.repeat(256) }), ['chapters[0].title invalid']],
    ['null for all that is optional', one({ summary: null, url: null, img: null, toc: null, endTime: null }), []],
    ['an empty url and img', one({ url: '', img: '' }), []],
    ['a summary that is no string', one({ summary: {} }), ['chapters[0].summary invalid']],
    ['toc as text', one({ toc: 'false' }), ['chapters[0].toc invalid']],
    ['a relative img', one({ img: 'ch1.jpg' }), ['chapters[0].img invalid_url']],
    ['an ftp url', one({ url: 'ftp://example.com/' }), ['chapters[0].url invalid_url']],
    ['a script as url', one({ url: 'javascript:alert(1)' }), ['chapters[0].url invalid_url']],
    ['a url without a host', one({ url: 'https://' }), ['chapters[0].url invalid_url']],
    ['an http url in upper case', one({ url: 'HTTP://EXAMPLE.COM/A' }), []],
    ['a url that is no string', one({ url: 1 }), ['chapters[0].url invalid']],
    ['an endTime before the start', { chapters: [{ startTime: 5, endTime: 4, title: T }] }, ['chapters[0].endTime reversed_times']],
    ['an endTime at the start', { chapters: [{ startTime: 5, endTime: 5, title: T }] }, ['chapters[0].endTime zero_duration']],
    ['an endTime below 0', one({ endTime: -1 }), ['chapters[0].endTime invalid']],
    ['an endTime after the next start', { chapters: [{ startTime: 0, endTime: 9, title: T }, { startTime: 5, title: T }] }, []],
    ['a start twice', at(0, 5, 5), ['chapters[2].startTime duplicate_start_time']],
    ['a start twice, apart', at(0, 5, 0), ['chapters[2].startTime duplicate_start_time']],
    ['0 and -0', at(0, -0), ['chapters[1].startTime duplicate_start_time']],
    ['starts that do not ascend', at(0, 9, 5, 7), ['chapters[2].startTime not_ascending']],
    ['a silent marker at the start of a chapter', { chapters: [VISIBLE, SILENT] }, []],
    ['a chapter at the start of a silent marker', { chapters: [SILENT, VISIBLE] }, []],
    ['two silent markers at one start', { chapters: [SILENT, VISIBLE, SILENT] }, ['chapters[2].startTime duplicate_start_time']],
    ['two chapters and a silent marker at one start', { chapters: [VISIBLE, SILENT, VISIBLE] }, ['chapters[2].startTime duplicate_start_time']],
    ['a silent marker before the chapter before', { chapters: [VISIBLE, { ...SILENT, startTime: 1 }] }, ['chapters[1].startTime not_ascending']],
    ['500 chapters', at(...Array.from({ length: 500 }, (_, n) => n)), []],
    ['501 chapters', at(...Array.from({ length: 501 }, (_, n) => n)), ['chapters too_many_chapters']],
  ])('a chapters document with %s has the defects that it has, each with its path', (_, document, expected) => {
    expect(defects(document)).toEqual(expected);
  }); // prettier-ignore

  it.each([
    [1800, []],
    [1800.5, []],
    [1800.501, ['chapters[0].startTime beyond_duration']],
  ])('a chapters document with a start at %d of 1800 seconds has the defects %j', (start, expected) => {
    expect(defects(at(start), 1800)).toEqual(expected);
    expect(defects(at(start), null)).toEqual([]);
  });

  it('a chapters document is refused with all its defects at once', () => {
    const document = { extra: 1, chapters: [{ startTime: 9, title: '' }, { startTime: 9, url: 'x', title: T }, { title: T }, { startTime: 3, endTime: 2, title: T }] }; // prettier-ignore
    expect(defects(document, 5)).toEqual([
      'chapters[0].startTime beyond_duration',
      'chapters[0].title required',
      'chapters[1].startTime duplicate_start_time',
      'chapters[1].startTime beyond_duration',
      'chapters[1].url invalid_url',
      'chapters[2].startTime required',
      'chapters[3].startTime not_ascending',
      'chapters[3].endTime reversed_times',
    ]);
  });

  it('a chapters document takes an empty url and img as absent', () => {
    expect(readDocument(one({ url: '', img: '' }), null)[0]).toMatchObject({ url: null, img: null });
  });

  it('a chapters document keeps characters that PostgreSQL cannot hold as U+FFFD', () => {
    expect(readDocument(one({ title: 'a\0b\ud800' }), null)[0]?.title).toBe('a\ufffdb\ufffd');
  });

  it('a chapters document of whatever JSON is either read or refused with codes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ chapters: fc.array(fc.dictionary(fc.constantFrom('startTime', 'title', 'toc', 'x'), fc.jsonValue())) })), (document) => {
        let read: readonly ReadChapter[] = [];
        const found = defects(document);
        if (found.length === 0) read = readDocument(document, null);
        for (const [index, { startTime }] of read.entries()) expect(startTime).toBeGreaterThanOrEqual(read[index - 1]?.startTime ?? 0);
      }),
    ); // prettier-ignore
  });
});
