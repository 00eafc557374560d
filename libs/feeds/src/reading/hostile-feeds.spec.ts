import { describe, expect, it } from '@jest/globals';
import { parseFeed, type ParsedFeed } from './parse-feed.js';

const read = (text: string): Promise<ParsedFeed> => parseFeed(text, 'https://feeds.example.com/feed.xml');
const rss = (content: string, attributes = '') => `<rss${attributes}><channel>${content}</channel></rss>`;
const AUDIO = '<enclosure url="https://a.example/1.mp3"/>';

/** Work that grows with the square of these sizes would take minutes or hours, beyond a test's deadline. */
describe('a feed of the largest size is read in one pass', () => {
  it.each([
    ['faults on one line', '& '.repeat(2_000_000), ['bare_ampersand 1']],
    ['control characters on one line', '\u0001'.repeat(10_000_000), ['control_character 1']],
    ['control characters on as many lines', '\u0001\n'.repeat(5_000_000), Array.from({ length: 20 }, (_, at) => `control_character ${at + 1}`)],
    ['a reference without an end', `&${'a'.repeat(10_000_000)}`, ['bare_ampersand 1']],
    ['a comment of many lines before the first fault', `<!--${'\n'.repeat(10_000_000)}-->&`, ['bare_ampersand 10000001']],
  ])('a feed of the largest size with %s is read in one pass', async (_, content, expected) => {
    const { warnings } = await read(rss(content));
    expect(warnings.map(({ code, line }) => `${code} ${line}`)).toEqual(expected);
  }); // prettier-ignore

  it('a feed of the largest size is read in one pass with a URL of a million characters, each like the others', async () => {
    const text = rss(`<item><enclosure url="${'a'.repeat(1_000_000)}" type="audio/mpeg"/>${AUDIO}</item>`);
    const { items, marks } = await read(text);
    expect(items[0]?.audioUrl).toBe('https://a.example/1.mp3');
    expect(marks.items[0]?.enclosure && text.slice(...marks.items[0].enclosure)).toBe('https://a.example/1.mp3');
  });

  it('a feed of the largest size is read in one pass with an attribute of megabytes in which everything is a fault', async () => {
    expect((await read(rss('<item/>', ` a="${'&'.repeat(10_000_000)}"`))).items).toHaveLength(1);
  });

  it('a feed of the largest size is read in one pass with a base of a million characters for each of 100,000 addresses', async () => {
    const items = `<item>${`<enclosure url="x" type="audio/mpeg"/>`.repeat(2)}</item>`.repeat(50_000);
    const { items: found } = await read(rss(items, ` xml:base="https://a.example/${'a/'.repeat(500_000)}"`));
    expect(found.at(-1)?.audioUrl).toBe('https://feeds.example.com/x');
  });

  it('a feed of the largest size is read in one pass with 100,000 declared prefixes around 50,000 items', async () => {
    const level = (at: number) => `<x ${Array.from({ length: 999 }, (_, index) => `xmlns:p${at}x${index}="u"`).join(' ')}>`;
    const levels = Array.from({ length: 90 }, (_, at) => level(at)).join('');
    const { marks } = await read(rss(`${levels}${'<item/>'.repeat(50_000)}${'</x>'.repeat(90)}`));
    expect(marks.items.at(-1)).toMatchObject({ prefix: null });
  });

  it('a feed of the largest size is read in one pass with a prefix of a million characters, which is not repeated', async () => {
    const prefix = 'p'.repeat(1_000_000);
    const { marks } = await read(rss('<item/>'.repeat(50_000), ` xmlns:${prefix}="https://podcastindex.org/namespace/1.0"`));
    expect(JSON.stringify(marks).length).toBeLessThan(10_000_000);
  });

  it('a feed of the largest size is read in one pass with millions of open elements behind its end', async () => {
    const { warnings } = await read(`${rss('<item/>')}${'<a>'.repeat(2_000_000)}${'</b>'.repeat(2_000_000)}`);
    expect(warnings).toContainEqual({ code: 'text_after_end', line: 1 });
  });

  it('a feed of the largest size is read in one pass with titles of HTML whose elements are never closed', async () => {
    const title = `<title type="html">One${'&lt;b>'.repeat(10_000)}</title>`;
    const { items } = await read(`<feed xmlns="http://www.w3.org/2005/Atom">${`<entry>${title}</entry>`.repeat(100)}</feed>`);
    expect(items.at(-1)?.title).toMatch(/^One/);
  });

  it('a feed of the largest size is read in one pass while others get their turn, also where no element ends', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await read(rss('& '.repeat(2_000_000)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('a prefix that is declared again in an element', () => {
  const PODCAST = 'https://podcastindex.org/namespace/1.0';
  const prefixes = async (text: string) => (await read(text)).marks.items.map(({ prefix }) => prefix);

  it('a prefix that is declared again in an element has its former meaning behind that element', async () => {
    expect(await prefixes(rss('<item xmlns:podcast="urn:x"/><item/>', ` xmlns:podcast="${PODCAST}"`))).toEqual([null, 'podcast']);
    expect(await prefixes(rss(`<item xmlns:p="${PODCAST}"/><item/>`))).toEqual(['p', null]);
  });
});
