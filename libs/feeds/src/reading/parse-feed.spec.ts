import { describe, expect, it } from '@jest/globals';
import type { FeedItem } from './feed-item.js';
import { parseFeed } from './parse-feed.js';

const URL_OF_FEED = 'https://feeds.example.com/show/feed.xml';

const itemsOf = async (text: string): Promise<readonly FeedItem[]> => (await parseFeed(text, URL_OF_FEED)).items;
const firstOf = async (text: string) => (await itemsOf(text))[0];
const warningsOf = async (text: string) => (await parseFeed(text, URL_OF_FEED)).warnings;

const rss = (items: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:podcast="https://podcastindex.org/namespace/1.0" ${attributes}><channel><title>The channel</title><podcast:guid>c</podcast:guid>${items}</channel></rss>`;

const codeOf = (text: string) =>
  parseFeed(text, URL_OF_FEED).then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  );

describe('a feed', () => {
  it('a feed of RSS 2.0 is read, with what Apple and the podcast namespace add', async () => {
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
    expect(await itemsOf(rss(items))).toEqual([
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

  it('a feed of Atom is read, whatever prefix it uses', async () => {
    const atom = `
      <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Channel</a:title>
        <a:entry>
          <a:id>tag:1</a:id><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One <b>bold</b></div></a:title>
          <a:updated>2025-06-11T00:00:00Z</a:updated><a:published>2025-06-10T00:00:00Z</a:published>
          <a:link rel="alternate" href="https://example.com/1"/><a:link rel="enclosure" href="https://media.example.com/1.mp3"/>
        </a:entry>
      </a:feed>`;
    expect(await itemsOf(atom)).toEqual([
      {
        guid: 'tag:1',
        title: 'One bold',
        durationSeconds: null,
        publishedAt: new Date('2025-06-10T00:00:00Z'),
        audioUrl: 'https://media.example.com/1.mp3',
      },
    ]);
  });

  it('a feed of RSS 1.0 is read: an item is known by its rdf:about', async () => {
    const rdf = `
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
        <channel rdf:about="https://example.com/"><title>Channel</title><items><rdf:Seq><rdf:li resource="urn:1"/></rdf:Seq></items></channel>
        <item rdf:about="urn:1&amp;a"><title>One</title><dc:date>2025-06-10T00:00:00Z</dc:date>
          <enc:enclosure rdf:resource="https://media.example.com/1" enc:type="audio/mpeg" enc:length="1"/></item>
        <item><title>Two</title><enclosure url="https://media.example.com/2.mp3"/></item>
      </rdf:RDF>`;
    expect(await itemsOf(rdf)).toEqual([
      {
        guid: 'urn:1&a',
        title: 'One',
        durationSeconds: null,
        publishedAt: new Date('2025-06-10T00:00:00Z'),
        audioUrl: 'https://media.example.com/1',
      },
      { guid: null, title: 'Two', durationSeconds: null, publishedAt: null, audioUrl: 'https://media.example.com/2.mp3' },
    ]);
  });

  it('a feed of RSS is known by RSS’s own words, whatever else its items say', async () => {
    const items = `
      <item xmlns:atom="http://www.w3.org/2005/Atom">
        <id>55</id><guid>urn:1</guid>
        <published>Mon, 09 Jun 2025 04:00:00 GMT</published><updated>2025-06-08T00:00:00Z</updated>
        <link rel="enclosure" href="https://media.example.com/other.mp3"/><atom:link rel="enclosure" href="https://media.example.com/atom.mp3"/>
        <enclosure url="https://media.example.com/1.mp3"/><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><atom:title>Not this</atom:title>
      </item>`;
    const publishedAt = new Date('2025-06-10T04:00:00Z');
    expect(await itemsOf(rss(items))).toEqual([
      { guid: 'urn:1', title: null, durationSeconds: null, publishedAt, audioUrl: 'https://media.example.com/1.mp3' },
    ]);
  });

  it('a feed of Atom is known by Atom’s own words', async () => {
    const entry =
      '<entry><guid>urn:1</guid><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><enclosure url="https://a.example/1.mp3"/></entry>';
    expect(await itemsOf(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`)).toEqual([
      { guid: null, title: null, durationSeconds: null, publishedAt: null, audioUrl: null },
    ]);
  });

  it('a feed without items is a feed, too', async () => expect(await itemsOf(rss(''))).toEqual([]));

  it('a feed of 10,000 items is read, and others get their turn meanwhile', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => `<item><guid>g${index}</guid><title>${'t'.repeat(500)}</title></item>`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await itemsOf(rss(items.join('')))).toHaveLength(10_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a feed of an odd shape', () => {
  const title = async (content: string) => (await itemsOf(rss(`<item><guid>1</guid><title>${content}</title></item>`)))[0]?.title;

  it('a feed of an odd shape with a title of megabytes keeps the first thousand characters', async () => {
    expect(await title('x'.repeat(5_000_000))).toBe('x'.repeat(1000));
    expect(await title('<b>xy</b>'.repeat(100_000))).toBe('xy'.repeat(500));
    expect(await title('&amp;'.repeat(500_000))).toBe('&'.repeat(1000));
  });

  it('a feed of an odd shape with a text that the parser keeps in pieces of a character does not fill the memory', async () => {
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 5);
    await title('\r'.repeat(9_000_000));
    clearInterval(timer);
    expect(most).toBeLessThan(150_000_000);
  });

  it('a feed of an odd shape with attributes of a tag beyond number is not well-formed for us', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
    expect(await codeOf(rss(`<item ${attributes(1000)}/><item ${attributes(1000)}/>`))).toBe('fine');
    expect(await codeOf(rss(`<item ${attributes(1001)}/>`))).toBe('invalid_xml');
    expect(await codeOf(rss('', attributes(999)))).toBe('invalid_xml'); // and two of the root's own, and its version
  });

  it('a feed of an odd shape with more than 50,000 items is too large', async () => {
    expect(await codeOf(rss('<item/>'.repeat(50_000)))).toBe('fine');
    expect(await codeOf(rss('<item/>'.repeat(50_001)))).toBe('too_large');
  });

  it('a feed of an odd shape with a guid whose beginning is another’s has none', async () => {
    expect((await itemsOf(rss(`<item><guid>1${' '.repeat(100_000)}2</guid></item>`)))[0]?.guid).toBeNull();
  });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><rss><channel>&b;</channel></rss>`;

describe('what is no feed says so, and costs little', () => {
  it.each([
    ['an entity bomb', bomb, 'dtd_not_allowed'],
    ['an external entity', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>', 'dtd_not_allowed'],
    ['an internal subset without entities', '<!DOCTYPE rss [ ]><rss/>', 'dtd_not_allowed'],
    ['an entity declared elsewhere', rss('<!ENTITY a "b">'), 'dtd_not_allowed'],
    ['a page', '<!DOCTYPE html><html><body><br></body></html>', 'not_a_feed'],
    ['an old page', '<HTML><HEAD></HEAD></HTML>', 'not_a_feed'],
    ['another document', '<opml version="2.0"/>', 'not_a_feed'],
    ['Atom of no namespace', '<feed><entry/></feed>', 'not_a_feed'],
    ['nothing', '', 'not_a_feed'],
    ['white space', ' \n\ufeff ', 'not_a_feed'],
    ['a text', 'hello', 'invalid_xml'],
    ['JSON', ' {"version":"https://jsonfeed.org/version/1"}', 'not_a_feed'],
    ['a list in JSON', '[1]', 'not_a_feed'],
    ['a word of JSON', ' null\n', 'not_a_feed'],
    ['a string in JSON', '"hello"', 'not_a_feed'],
    ['a string in JSON with quotes', '"say \\"hello\\""', 'not_a_feed'],
    ['a long string in JSON', `"${'hello '.repeat(1000)}"`, 'not_a_feed'],
    ['a text that begins with a string', '"hello" world', 'invalid_xml'],
    ['a number in JSON', '-1.5e3', 'not_a_feed'],
    ['an end that is missing', rss('<item><guid>1</guid></item>').slice(0, -9), 'invalid_xml'],
    ['an element that is not closed', rss('<item><title>x</item>'), 'invalid_xml'],
    ['elements that overlap', rss('<item><title><b></title></b></item>'), 'invalid_xml'],
    ['elements in elements without end', `<rss>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</rss>`, 'invalid_xml'],
  ])('what is no feed says so, and costs little: %s', async (_, text, code) => expect(await codeOf(text)).toBe(code));

  it('a guid that no index holds is none', async () => {
    expect((await itemsOf(rss(`<item><guid>${'g'.repeat(2001)}</guid></item>`)))[0]?.guid).toBeNull();
  });
});

describe('a feed that podcast apps read is read (contract 10.4), and says what was repaired', () => {
  const item = (content: string, attributes = '') => rss(`<item><guid>1</guid>${content}</item>`, attributes);
  const bare = (content: string) => `<rss><channel>\n<item>${content}</item></channel></rss>`;

  it.each<[string, string, Partial<FeedItem>, string[]]>([
    ['an undeclared well-known prefix', bare('<itunes:duration>60</itunes:duration>'), { durationSeconds: 60 }, ['undeclared_prefix 2']],
    ['an undeclared unknown prefix', bare('<guid>1</guid><x:y>z</x:y>'), { guid: '1' }, ['undeclared_prefix 2']],
    ['an entity of HTML', bare('<title>Caf&eacute;&nbsp;one</title>'), { title: 'Café one' }, ['html_entity 2']],
    ['an entity that nobody knows', bare('<title>a &foo; b</title>'), { title: 'a &foo; b' }, ['unknown_entity 2']],
    ['a bare ampersand', bare('<title>Q & A & more</title>'), { title: 'Q & A & more' }, ['bare_ampersand 2']],
    ['a bare ampersand in an attribute', bare('<enclosure url="https://a.example/1.mp3?a=1&b=2"/>'), { audioUrl: 'https://a.example/1.mp3?a=1&b=2' }, ['bare_ampersand 2']],
    ['a bare less-than sign', bare('<title>1 < 2</title>'), { title: '1 < 2' }, ['bare_less_than 2']],
    ['a control character', bare('<title>o\u0001n\u000be\u0000</title>'), { title: 'one' }, ['control_character 2']],
    ['a reference to a control character', bare('<title>o&#1;n&#x0B;e</title>\n<title>&#x9;&#8217;</title>'), { title: 'one' }, ['control_character 2']],
    ['text after the end', `${bare('<guid>1</guid>')}\n\n<script>x</script> y`, { guid: '1' }, ['text_after_end 4']],
    ['a second root after the end', `${bare('<guid>1</guid>')}<rss><channel><item>`, { guid: '1' }, ['text_after_end 2']],
    ['text before the start', `Notice: something\n${bare('<guid>1</guid>')}`, { guid: '1' }, ['text_before_start 1']],
    ['a DOCTYPE with a bracket in a literal', `<!DOCTYPE rss SYSTEM "a[b].dtd">\n${bare('<guid>1</guid>')}`, { guid: '1' }, ['doctype 1']],
    ['a DOCTYPE without an internal subset', `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">\n${bare('<guid>1</guid>')}`, { guid: '1' }, ['doctype 1']],
    ['an empty line before the declaration', `\n\n<?xml version="1.0"?>${bare('<guid>1</guid>')}`, { guid: '1' }, []],
    ['a relative enclosure', bare('<enclosure url="../audio/1.mp3" type="audio/mpeg"/>'), { audioUrl: 'https://feeds.example.com/audio/1.mp3' }, ['relative_url 2']],
    ['an enclosure without a scheme', bare('<enclosure url="//cdn.example.com/1.mp3"/>'), { audioUrl: 'https://cdn.example.com/1.mp3' }, ['relative_url 2']],
    ['an enclosure relative to xml:base', `<rss xml:base="https://cdn.example.com/x/"><channel><item><enclosure url="1.mp3"/></item></channel></rss>`, { audioUrl: 'https://cdn.example.com/x/1.mp3' }, ['relative_url 1']],
    ['dc:date', item('<dc:date>2025-06-10T04:00:00+02:00</dc:date>', 'xmlns:dc="http://purl.org/dc/elements/1.1/"'), { publishedAt: new Date('2025-06-10T02:00:00Z') }, []],
    ['pubDate before dc:date', bare('<dc:date>2020-01-01T00:00:00Z</dc:date><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate>'), { publishedAt: new Date('2025-06-10T04:00:00Z') }, ['undeclared_prefix 2']],
    ['media:content', item('<media:content url="https://a.example/v" medium="video"/>', 'xmlns:media="http://search.yahoo.com/mrss/"'), { audioUrl: 'https://a.example/v' }, []],
    ['media:content of a group', item('<media:group><media:content url="https://a.example/p.jpg" type="image/jpeg"/><media:content url="https://a.example/a" type="audio/mpeg"/></media:group>', 'xmlns:media="http://search.yahoo.com/mrss/"'), { audioUrl: 'https://a.example/a' }, []],
    ['an enclosure before media:content', item('<media:content url="https://a.example/m.mp3"/><enclosure url="https://a.example/e.mp3"/>', 'xmlns:media="http://search.yahoo.com/mrss/"'), { audioUrl: 'https://a.example/e.mp3' }, []],
  ])('a feed that podcast apps read is read, and says what was repaired: %s', async (_, text, expected, warnings) => {
    const { items, warnings: found } = await parseFeed(text, URL_OF_FEED);
    expect(items[0]).toMatchObject(expected);
    expect(found.filter(({ code }) => code !== 'no_date').map(({ code, line }) => `${code} ${line}`)).toEqual(warnings);
  }); // prettier-ignore

  it.each([
    'http://www.itunes.com/DTDs/Podcast-1.0.dtd',
    'http://www.itunes.com/DTDs/PodCast-1.0.dtd',
    'https://www.itunes.com/dtds/podcast-1.0.dtd',
    'http://itunes.com/dtds/podcast-1.0.dtd',
    'http://www.itunes.com/dtds/podcast-1.0.dtd/',
    'http://www.itunes.com/dtds/podcast-1.0.dtd ',
    'http://itunes.apple.com/dtds/podcast-1.0.dtd',
    'https://www.itunes.com/something/else',
  ])('the iTunes namespace spelled %s', async (uri) => {
    const text = `<rss\n xmlns:itunes="${uri}"><channel><item><itunes:duration>60</itunes:duration></item></channel></rss>`;
    expect((await firstOf(text))?.durationSeconds).toBe(60);
    expect(await warningsOf(text)).toEqual([{ code: 'namespace_spelling', line: 1 }]);
  });

  it.each([
    ['the second, when the first is a picture', '<enclosure url="https://a.example/1.jpg" type="image/jpeg"/><enclosure url="https://a.example/1" type="audio/mpeg"/>', 'https://a.example/1'],
    ['the first of two', '<enclosure url="https://a.example/1.m4a"/><enclosure url="https://a.example/2.mp3"/>', 'https://a.example/1.m4a'],
    ['one whose ending says so, whatever its type', '<enclosure url="https://a.example/1.MP3?x=.jpg" type="application/octet-stream"/>', 'https://a.example/1.MP3?x=.jpg'],
    ['a video', '<enclosure url="https://a.example/1" type="video/mp4"/>', 'https://a.example/1'],
    ['the second, when the first cannot be fetched', '<enclosure url="ftp://a.example/1.mp3"/><enclosure url="https://a.example/2.mp3"/>', 'https://a.example/2.mp3'],
    ['none, when there are pictures and documents alone', '<enclosure url="https://a.example/1.jpg" type="image/jpeg"/><enclosure url="https://a.example/1.pdf" type="application/pdf"/>', null],
  ])('the audio of an item is %s', async (_, content, url) => expect((await firstOf(item(content)))?.audioUrl).toBe(url)); // prettier-ignore

  it.each([
    ['html', 'AT&amp;amp;T &lt;b&gt;bold&lt;/b&gt; caf&amp;eacute;', 'AT&T bold café'],
    ['html', '<![CDATA[<i>One</i> &amp; two]]>', 'One & two'],
    ['text', 'a &lt;b&gt; c', 'a <b> c'],
    ['xhtml', '<div xmlns="http://www.w3.org/1999/xhtml">One <b>bold</b> &lt;</div>', 'One bold <'],
  ])('an Atom title of type %s: %s', async (type, content, title) => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title type="${type}">${content}</title></entry></feed>`;
    expect((await firstOf(feed))?.title).toBe(title);
  });

  it('a feed that podcast apps read is read with an item that has no date, if it is an episode', async () => {
    const feed =
      '<rss><channel>\n<item><guid>1</guid></item>\n<item><title>x</title></item>\n<item><guid>2</guid><pubDate>soon</pubDate></item></channel></rss>';
    expect(await warningsOf(feed)).toEqual([{ code: 'no_date', line: 2 }, { code: 'no_date', line: 4 }]); // prettier-ignore
  });

  it('a feed that podcast apps read is read with other faults before missing dates, however many of those', async () => {
    const items = '<item><guid>1</guid></item>\n'.repeat(30);
    const warnings = await warningsOf(`<rss><channel>\n${items}<item><title>a & b</title></item></channel></rss>`);
    expect(warnings).toHaveLength(20);
    expect(warnings.at(-1)).toEqual({ code: 'bare_ampersand', line: 32 });
  });

  it('a feed that podcast apps read is read with a title of more than 1,000 characters', async () => {
    const titled = (title: string) => `<rss><channel><item><title>${title}</title></item></channel></rss>`;
    expect(await warningsOf(titled('😀'.repeat(1000)))).toEqual([]);
    expect(await warningsOf(titled('x'.repeat(1001)))).toEqual([{ code: 'title_cut', line: 1 }]);
  });

  it('a feed that podcast apps read is read with at most 20 warnings, in the order of lines, one for each code and line', async () => {
    const items = Array.from({ length: 50 }, () => '<item><title>a & b & c &nbsp;</title></item>');
    const warnings = await warningsOf(`<rss><channel>\n${items.join('\n')}</channel></rss>`);
    expect(warnings).toHaveLength(20);
    expect(warnings.slice(0, 3)).toEqual([{ code: 'bare_ampersand', line: 2 }, { code: 'html_entity', line: 2 }, { code: 'bare_ampersand', line: 3 }]); // prettier-ignore
  });

  it('a well-formed feed has no warning', async () => {
    expect(await warningsOf(item('<pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><title>Q &amp; A &#8217; &lt;</title><description><![CDATA[a & b &nbsp; <br>]]></description><!-- & -->'))).toEqual([]); // prettier-ignore
  });

  it('a feed is read the same wherever its text is cut into chunks', async () => {
    const title = '&amp;&eacute; ';
    const text = rss(`<item><title>${title.repeat(20)}</title></item>`.repeat(2000));
    const titles = new Set((await itemsOf(text)).map((one) => one.title));
    expect([...titles]).toEqual(['&é '.repeat(20).trim()]);
  });
});

describe('XML that is broken says where', () => {
  const placeOf = (text: string) =>
    parseFeed(text, URL_OF_FEED).then(
      () => 'fine',
      ({ code, place }: { code: string; place: { line: number; column: number } | null }) => [code, place?.line, place?.column],
    );

  it.each([
    ['an element that is not closed', '<rss>\n<channel>\n  <item><title>x</item></channel></rss>', ['invalid_xml', 3, 17]],
    ['an end that is missing', '<rss>\n<channel>\n<item></item>', ['invalid_xml', 3, 14]],
    ['a text', '\n hello', ['invalid_xml', 2, 2]],
    ['a subset', '<?xml version="1.0"?>\n <!DOCTYPE rss []><rss/>', ['dtd_not_allowed', 2, 2]],
  ])('XML that is broken says where: %s', async (_, text, expected) => expect(await placeOf(text)).toEqual(expected));
});

describe('where a feed says that it has moved to', () => {
  const newUrlOf = async (text: string) => (await parseFeed(text, URL_OF_FEED)).newUrl;
  const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';

  it.each([
    ['the channel', `<rss ${itunes}><channel><itunes:new-feed-url> https://new.example/ </itunes:new-feed-url></channel></rss>`, 'https://new.example/'],
    ['an item', `<rss ${itunes}><channel><item><itunes:new-feed-url>https://new.example/</itunes:new-feed-url></item></channel></rss>`, null],
    ['nobody', '<rss><channel/></rss>', null],
  ])('the address to which a feed has moved is as %s says', async (_, text, url) => expect(await newUrlOf(text)).toBe(url)); // prettier-ignore
});
