import { describe, expect, it } from '@jest/globals';
import { parseFeed } from './parse-feed.js';

const rss = (items: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:podcast="https://podcastindex.org/namespace/1.0" ${attributes}><channel><title>The channel</title><podcast:guid>c</podcast:guid>${items}</channel></rss>`;

const codeOf = (text: string) =>
  parseFeed(text).then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  );

describe('a feed', () => {
  it('of RSS 2.0 is read, with what Apple and the podcast namespace add', async () => {
    const items = `
      <item>
        <title><![CDATA[ Fish & chips ]]> at &quot;six&quot;</title><itunes:title>Other</itunes:title>
        <guid isPermaLink="false"> urn:1 </guid>
        <pubDate>Tue, 10 Jun 2025 04:00:00 +0200</pubDate>
        <itunes:duration>01:02:03</itunes:duration>
        <enclosure url="https://media.example.com/1.mp3?a=1&amp;b=2" length="1" type="audio/mpeg"/>
        <podcast:transcript url="https://example.com/1.srt" type="application/srt"/>
        <media:group xmlns:media="http://search.yahoo.com/mrss/"><media:title>Not this</media:title><guid>nor this</guid></media:group>
      </item>
      <item><itunes:title>Only Apple’s</itunes:title><enclosure url="ftp://example.com/2.mp3"/></item>
      <item/>`;
    expect(await parseFeed(rss(items))).toEqual([
      {
        guid: 'urn:1',
        title: 'Fish & chips at "six"',
        durationSeconds: 3723,
        publishedAt: new Date('2025-06-10T02:00:00Z'),
        audioUrl: 'https://media.example.com/1.mp3?a=1&b=2',
      },
      { guid: null, title: 'Only Apple’s', durationSeconds: null, publishedAt: null, audioUrl: null },
      { guid: null, title: null, durationSeconds: null, publishedAt: null, audioUrl: null },
    ]);
  });

  it('of Atom is read, whatever prefix it uses', async () => {
    const atom = `
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Channel</a:title>
        <a:entry>
          <a:id>tag:1</a:id><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One <b>bold</b></div></a:title>
          <a:updated>2025-06-11T00:00:00Z</a:updated><a:published>2025-06-10T00:00:00Z</a:published>
          <a:link rel="alternate" href="https://example.com/1"/><a:link rel="enclosure" href="https://media.example.com/1.mp3"/>
        </a:entry>
      </a:feed>`;
    expect(await parseFeed(atom)).toEqual([
      {
        guid: 'tag:1',
        title: 'One bold',
        durationSeconds: null,
        publishedAt: new Date('2025-06-10T00:00:00Z'),
        audioUrl: 'https://media.example.com/1.mp3',
      },
    ]);
  });

  it('of RSS is known by RSS’s own words, whatever else its items say', async () => {
    const items = `
      <item xmlns:atom="http://www.w3.org/2005/Atom">
        <id>55</id><guid>urn:1</guid>
        <published>Mon, 09 Jun 2025 04:00:00 GMT</published><updated>2025-06-08T00:00:00Z</updated>
        <link rel="enclosure" href="https://media.example.com/other.mp3"/><atom:link rel="enclosure" href="https://media.example.com/atom.mp3"/>
        <enclosure url="https://media.example.com/1.mp3"/><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><atom:title>Not this</atom:title>
      </item>`;
    const publishedAt = new Date('2025-06-10T04:00:00Z');
    expect(await parseFeed(rss(items))).toEqual([
      { guid: 'urn:1', title: null, durationSeconds: null, publishedAt, audioUrl: 'https://media.example.com/1.mp3' },
    ]);
  });

  it('of Atom is known by Atom’s own words', async () => {
    const entry =
      '<entry><guid>urn:1</guid><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><enclosure url="https://a.example/1.mp3"/></entry>';
    expect(await parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`)).toEqual([
      { guid: null, title: null, durationSeconds: null, publishedAt: null, audioUrl: null },
    ]);
  });

  it('without items is a feed, too', async () => expect(await parseFeed(rss(''))).toEqual([]));

  it('of 10,000 items is read, and others get their turn meanwhile', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => `<item><guid>g${index}</guid><title>${'t'.repeat(500)}</title></item>`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await parseFeed(rss(items.join('')))).toHaveLength(10_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a feed of an odd shape', () => {
  const title = async (content: string) => (await parseFeed(rss(`<item><guid>1</guid><title>${content}</title></item>`)))[0]?.title;

  it('with a title of megabytes has its beginning', async () => {
    expect(await title('x'.repeat(5_000_000))).toBe('x'.repeat(1000));
    expect(await title('<b>xy</b>'.repeat(100_000))).toBe('xy'.repeat(500));
    expect(await title('&amp;'.repeat(500_000))).toBe('&'.repeat(1000));
  });

  it('with a text that the parser keeps in pieces of a character does not fill the memory', async () => {
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 5);
    await title('\r'.repeat(9_000_000));
    clearInterval(timer);
    expect(most).toBeLessThan(150_000_000);
  });

  it('with attributes of a tag beyond number is not well-formed for us', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
    expect(await codeOf(rss(`<item ${attributes(1000)}/><item ${attributes(1000)}/>`))).toBe('fine');
    expect(await codeOf(rss(`<item ${attributes(1001)}/>`))).toBe('invalid_xml');
    expect(await codeOf(rss('', attributes(999)))).toBe('invalid_xml'); // and two of the root's own, and its version
  });

  it('with more than 50,000 items is too large', async () => {
    expect(await codeOf(rss('<item/>'.repeat(50_000)))).toBe('fine');
    expect(await codeOf(rss('<item/>'.repeat(50_001)))).toBe('too_large');
  });

  it('with a name of an entity that has no end is not well-formed', async () => {
    expect(await codeOf(rss(`<item><title>&${'\r'.repeat(200_000)};</title></item>`))).toBe('invalid_xml');
  });

  it('with a guid whose beginning is another’s has none', async () => {
    expect((await parseFeed(rss(`<item><guid>1${' '.repeat(100_000)}2</guid></item>`)))[0]?.guid).toBeNull();
  });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><rss><channel>&b;</channel></rss>`;

describe('what is no feed says so, and costs little', () => {
  it.each([
    ['an entity bomb', bomb, 'dtd_not_allowed'],
    ['an external entity', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>', 'dtd_not_allowed'],
    ['an external DTD', '<!DOCTYPE rss SYSTEM "http://127.0.0.1/x.dtd"><rss/>', 'dtd_not_allowed'],
    ['an unknown entity', rss('<item><title>&nbsp;</title></item>'), 'invalid_xml'],
    ['a page', '<!DOCTYPE html><html><body><br></body></html>', 'not_a_feed'],
    ['an old page', '<HTML><HEAD></HEAD></HTML>', 'not_a_feed'],
    ['another document', '<opml version="2.0"/>', 'not_a_feed'],
    ['Atom of no namespace', '<feed><entry/></feed>', 'not_a_feed'],
    ['nothing', '', 'invalid_xml'],
    ['a text', 'hello', 'invalid_xml'],
    ['JSON', '{"version":"https://jsonfeed.org/version/1"}', 'invalid_xml'],
    ['an end that is missing', rss('<item><guid>1</guid></item>').slice(0, -9), 'invalid_xml'],
    ['an element that is not closed', rss('<item><title>x</item>'), 'invalid_xml'],
    ['a prefix that is not declared', rss('<item><x:y/></item>'), 'invalid_xml'],
    ['two roots', '<rss><channel/></rss><rss/>', 'invalid_xml'],
    ['elements in elements without end', `<rss>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</rss>`, 'invalid_xml'],
    ['a character that XML does not have', rss('<item><guid>\u0000</guid></item>'), 'invalid_xml'],
  ])('%s', async (_, text, code) => expect(await codeOf(text)).toBe(code));

  it('a guid that no index holds is none', async () => {
    expect((await parseFeed(rss(`<item><guid>${'g'.repeat(2001)}</guid></item>`)))[0]?.guid).toBeNull();
  });
});
