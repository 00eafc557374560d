import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, feedText, packed, parseFeed, unpacked } from '@app/feeds/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import { parseFeed as parseWithPartytime } from 'podcast-partytime';
import { SaxesParser } from 'saxes';
import { VARIED_FEEDS } from '../testing/varied-feeds.js';
import { withAdditions, type FeedSettings, type PublicEpisode } from './additions.js';
import { episodesByItem, type IdentifiedEpisode } from './public-episodes.js';

const ORIGIN = 'https://public.test';
const URL_OF_FEED = 'https://feeds.example.com/';
const SETTINGS: FeedSettings = { origin: ORIGIN, countDownloads: false, language: 'en' };

/** An episode with everything, as a refetch would have stored it. */
const anEpisode = (guid: string | null, audioUrl: string | null = null): IdentifiedEpisode => ({
  id: `id-of-${guid}`,
  guid,
  audioUrl,
  hasTranscript: true,
  hasChapters: true,
  video: { contentType: 'video/mp4', byteSize: 1234 },
});

/** The feed with what is added to items, each of which has an episode with everything. */
async function published(source: string, settings: Partial<FeedSettings> = {}): Promise<string> {
  const { marks } = await parseFeed(source, URL_OF_FEED);
  const stored = await unpacked(await packed({ text: source, marks }, digestOf(Buffer.from(source))));
  const episodes = marks.items.flatMap(({ guid, audioUrl }) => (guid === null && audioUrl === null ? [] : [anEpisode(guid, audioUrl)]));
  const firsts = new Map(episodes.reverse().map((episode) => [episode.guid ?? episode.audioUrl, episode]));
  return [...withAdditions(stored, { ...SETTINGS, ...settings }, episodesByItem([...firsts.values()]))].join('');
}

const TAGS = new RegExp(
  [
    `<[\\w-]+:transcript url="${ORIGIN}/[^"]*" type="[^"]*"(?: language="[^"]*")?/>`,
    `<[\\w-]+:chapters url="${ORIGIN}/[^"]*" type="application/json\\+chapters"/>`,
    `<[\\w-]+:alternateEnclosure type="[^"]*" length="\\d+"><[\\w-]+:source uri="${ORIGIN}/[^"]*"/></[\\w-]+:alternateEnclosure>`,
  ].join('|'),
  'g',
);
const NAMESPACE = / xmlns:[\w-]+="https:\/\/podcastindex\.org\/namespace\/1\.0"/g;

/** Takes out what may be added. */
function withoutAdditions(text: string, source: string): string {
  const bare = text.replace(TAGS, '');
  const isDeclared = (bare.match(NAMESPACE) ?? []).length > (source.match(NAMESPACE) ?? []).length;
  return isDeclared ? bare.replace(NAMESPACE, (found, index: number) => (index === bare.search(NAMESPACE) ? '' : found)) : bare;
}

const feeds = Object.entries(VARIED_FEEDS).map(([name, { bytes, contentType = '' }]) => [name, feedText(bytes, contentType)] as const);
const inUtf8 = (text: string) => text.replace(/^(\s*<\?xml[^>]*?\sencoding\s*=\s*["']\s*)(?!utf-8\b)[\w.:-]+/i, '$1UTF-8');

describe('taking the additions out of a public feed gives back its source, character for character (contract 17.4)', () => {
  it.each(feeds)('taking the additions out of a public feed gives back its source: %s', async (_, source) => {
    const feed = await published(source);
    expect(feed).toContain(`${ORIGIN}/e/id-of-`);
    expect(withoutAdditions(feed, source)).toBe(inUtf8(source));
  });

  it('every feed of FEED_CORPUS, where that names a folder', async () => {
    const folder = process.env['FEED_CORPUS'] ?? '';
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    const changed: string[] = [];
    for (const name of names.filter((one) => /\.(?:xml|rss|atom)$/.test(one))) {
      const source = await Promise.resolve(readFileSync(join(folder, name))).then((bytes) => feedText(bytes, '')).catch(() => null); // prettier-ignore
      // The spec feed-corpus.spec of feeds covers files that are no feed.
      const feed = source && (await published(source).catch(() => null));
      if (source && feed && withoutAdditions(feed, source) !== inUtf8(source)) changed.push(name);
    }
    expect(changed).toEqual([]);
  }, 600_000);

  it('taking the additions out of a public feed gives back its source, once the address of counted audio is put back', async () => {
    for (const [, source] of feeds) {
      const { marks } = await parseFeed(source, URL_OF_FEED);
      const urls = marks.items.flatMap(({ enclosure }) => (enclosure ? [source.slice(...enclosure)] : []));
      const feed = withoutAdditions(await published(source, { countDownloads: true }), source);
      const back = feed.replace(/https:\/\/public\.test\/e\/id-of-[^"'\s/>]*/g, () => urls.shift() ?? '');
      expect([back, urls]).toEqual([inUtf8(source), []]);
    }
  });

  it('taking the additions out of a public feed gives back its source whatever stands in it', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\r\n', '\t', 'é', '😀', '&amp;', '&', '"', `'`, '>', ']]', '&#x41;', '\u0001'),
    });
    const quote = fc.constantFrom('"', `'`);
    const inner = fc.oneof(
      text.map((some) => some.replaceAll('<', '')),
      text.map((some) => `<![CDATA[${some.replaceAll(']]', '')}<item>]]>`),
      text.map((some) => `<!--${some}<item>-->`),
      text.map((some) => `<title>${some}</title>`),
      fc.constant('<podcast:chapters url="x"/>'),
      fc.constant('<x:y xmlns:x="urn:x"><guid>other</guid></x:y>'),
    );
    const anItem = fc
      .tuple(fc.nat(5), quote, fc.array(inner, { maxLength: 4 }), fc.constantFrom('', ' a="<"', ' xmlns:podcast="urn:y"'))
      .map(
        ([guid, mark, parts, attributes]) =>
          `<item${attributes.replace('<', '')}>${parts.join('')}<guid>g${guid}</guid><enclosure url=${mark}https://a.example/${guid}.mp3${mark}/></item>`,
      );
    const root = fc.constantFrom('', ' xmlns:podcast="https://podcastindex.org/namespace/1.0"', ' xmlns:podcast="urn:z"', '\n\t');
    await fc.assert(
      fc.asyncProperty(root, fc.array(anItem, { minLength: 1, maxLength: 5 }), text, async (attributes, items, between) => {
        const source = `<rss version="2.0"${attributes}><channel>${items.join(between.replaceAll('<', ''))}</channel></rss>`;
        expect(withoutAdditions(await published(source), source)).toBe(source);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a public feed', () => {
  const MALFORMED = [
    'entities of HTML',
    'a bare ampersand',
    'control characters',
    'an undeclared podcast prefix',
    'text after the end',
    'text before the start',
    'blanks at the ends',
  ];

  it.each(feeds.filter(([name]) => !MALFORMED.includes(name)))(
    'a public feed is well-formed with its namespaces when its source is: %s',
    async (_, source) => {
      const feed = await published(source, { countDownloads: true });
      const parser = new SaxesParser({ xmlns: true });
      const added: string[] = [];
      parser.on('opentag', ({ local, uri, attributes }) => {
        if (Object.values(attributes).some(({ value }) => value.startsWith(`${ORIGIN}/e/`)) && local !== 'enclosure' && local !== 'link')
          added.push(`${uri} ${local}`);
      });
      parser.write(feed.replace(/<!DOCTYPE[^>]*>/, '')).close();
      const podcast = /^https:\/\/(podcastindex\.org\/namespace\/1\.0|github\.com\/Podcastindex-org\/.*) (transcript|chapters|source)$/;
      expect(added.length).toBeGreaterThanOrEqual(4);
      expect(added.filter((name) => !podcast.test(name))).toEqual([]);
    },
  );

  it('a public feed has transcripts before the item’s own, chapters and the video, as a parser of podcasts sees them', async () => {
    const own = '<podcast:transcript url="https://own.example/1.srt" type="application/srt"/>';
    const source = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>C</title><item><guid>g1</guid>${own}</item></channel></rss>`;
    const { format, feed } = parseWithFeedsmith(await published(source));
    expect(format).toBe('rss');
    const address = `${ORIGIN}/e/id-of-g1`;
    expect((feed as { items: { podcast: object }[] }).items[0]?.podcast).toEqual({
      transcripts: [
        { url: `${address}/transcript.vtt`, type: 'text/vtt', language: 'en' },
        { url: `${address}/transcript.srt`, type: 'application/x-subrip', language: 'en' },
        { url: `${address}/transcript.json`, type: 'application/json', language: 'en' },
        { url: 'https://own.example/1.srt', type: 'application/srt' },
      ],
      chapters: { url: `${address}/chapters.json`, type: 'application/json+chapters' },
      alternateEnclosures: [{ type: 'video/mp4', length: 1234, sources: [{ uri: `${address}/video` }] }],
    });
  });

  it('a public feed has the same tags as podcast-partytime sees them, which indexes of podcasts use', async () => {
    const enclosure = '<enclosure url="https://a.example/1.mp3" length="1" type="audio/mpeg"/>';
    const source = `<rss version="2.0"><channel><title>C</title><item><title>T</title><guid>g1</guid>${enclosure}</item></channel></rss>`;
    const address = `${ORIGIN}/e/id-of-g1`;
    expect(parseWithPartytime(await published(source))?.items[0]).toMatchObject({
      podcastTranscripts: [
        { url: `${address}/transcript.vtt`, type: 'text/vtt', language: 'en' },
        { url: `${address}/transcript.srt`, type: 'application/srt', language: 'en' }, // its name for every SubRip
        { url: `${address}/transcript.json`, type: 'application/json', language: 'en' },
      ],
      podcastChapters: { url: `${address}/chapters.json`, type: 'application/json+chapters' },
      alternativeEnclosures: [{ type: 'video/mp4', length: 1234, source: [{ uri: `${address}/video` }] }],
    });
  });

  it('a public feed counts downloads of the enclosure that is the episode’s audio alone', async () => {
    const others = '<enclosure url="https://x.example/a.pdf" type="application/pdf"/>';
    const second = '<enclosure url="https://a.example/2.mp3"/>';
    const source = `<rss><channel><item><guid>g1</guid>${others}<enclosure type="audio/mpeg" url='https://a.example/1.mp3?a&amp;b'/>${second}</item></channel></rss>`;
    expect(withoutAdditions(await published(source, { countDownloads: true }), source)).toBe(
      source.replace('https://a.example/1.mp3?a&amp;b', `${ORIGIN}/e/id-of-g1`),
    );
  });

  it.each([
    ['the owner’s', 'pt-BR', '<language>en</language>', ' language="pt-BR"'],
    ['the feed’s', null, '<language> en-us </language>', ' language="en-us"'],
    ['none, when the feed’s is none', null, '<language>English & more"</language>', ''],
    ['none, when the feed’s is longer than languages are', null, `<language>en${'-x-abcdefgh'.repeat(10_000)}</language>`, ''],
    ['none, when nobody says', null, '', ''],
  ])('a public feed names the language of transcripts: %s', async (_, language, element, attribute) => {
    const feed = await published(`<rss><channel>${element}<item><guid>g1</guid></item></channel></rss>`, { language });
    expect(feed).toContain(`type="text/vtt"${attribute}/>`);
  });

  it('a public feed is its source when no item has a public episode with more than audio', async () => {
    const source = VARIED_FEEDS['RSS 2.0']?.bytes.toString() ?? '';
    const { marks } = await parseFeed(source, URL_OF_FEED);
    const bare: PublicEpisode = { id: '1', audioUrl: null, hasTranscript: false, hasChapters: false, video: null };
    expect([...withAdditions({ text: source, marks }, SETTINGS, () => bare)].join('')).toBe(source);
    expect([...withAdditions({ text: source, marks }, SETTINGS, () => undefined)].join('')).toBe(source);
  });
});
