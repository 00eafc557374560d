import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Json } from './client.js';
import { Stack, type CallersStack } from './stack.js';

// The pages of documents (contract 1.9, 14.6). How they look and behave in a browser:
// apps/console-e2e/src/documents.tests.ts.

let stack: CallersStack;
let api: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  api = new Client(stack.baseUrl);
});
afterAll(() => stack.destroy());

/** The addresses that a page links to or loads, those of other sites apart. */
function linksOf(html: string): string[] {
  const found = Array.from(html.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) => link.replaceAll('&amp;', '&'));
  return found.filter((link) => !/^(?:https?|mailto):/.test(link));
}

/** Every page that is reached from /docs, with its HTML. */
async function crawl(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/docs'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const { status, text, headers } = await api.get(path);
    expect([path, status]).toEqual([path, 200]);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    pages.set(path, text);
    waiting.push(...linksOf(text).map((link) => link.split('#')[0] ?? '').filter((link) => /^\/docs(?!\/assets)(?!.*\.(?:png|svg)$)/.test(link))); // prettier-ignore
  }
  return pages;
}

describe('the pages of documents', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await crawl();
  });

  it('the pages of documents are there for every guide, endpoint and decision, and have no link that leads nowhere', async () => {
    expect(pages.size).toBeGreaterThan(50);
    const faults: string[] = [];
    const others = new Map<string, number>();
    for (const [path, html] of pages) {
      for (const link of linksOf(html)) {
        const [address = '', anchor] = link.split('#');
        const page = address === '' ? html : pages.get(address);
        if (page === undefined && !others.has(address)) others.set(address, (await api.get(address)).status);
        const isThere =
          page === undefined
            ? others.get(address) === 200
            : anchor === undefined || anchor.startsWith('/') || page.includes(`id="${anchor}"`);
        if (!isThere && !address.startsWith('/console')) faults.push(`${path}: ${link}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('the pages of documents carry a policy that allows no inline script, and hold none', async () => {
    for (const [path, html] of pages) {
      const { headers } = await api.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "'none'";
      expect([path, policy]).toEqual([path, expect.stringMatching(/^default-src 'none';/)]);
      expect([path, scripts]).toEqual([path, path === '/docs/reference' ? "'self'" : "'none'"]);
      expect([path, /<script(?![^>]* src=)| on\w+="|javascript:/.test(html.replaceAll(/<code>[^]*?<\/code>/g, ''))]).toEqual([path, false]);
    }
  });

  it('the pages of documents load nothing from another site', () => {
    for (const [path, html] of pages) expect([path, /(?:src="|<link[^>]+href=")https?:/.test(html)]).toEqual([path, false]);
  });

  it('the pages of documents show Markdown as HTML, and give it as Markdown at the same address with .md', async () => {
    const page = await api.get('/docs/guides/webhooks');
    expect(page.text).toContain('<h2 id="verify-it">Verify it');
    expect(page.text).toContain('<th scope="col">Type</th>');
    expect(page.text).toContain('href="/docs/guides/operations#webhook-deliveries"');
    const { text, headers } = await api.get('/docs/guides/webhooks.md');
    expect([text.slice(0, 10), headers.get('content-type')]).toEqual(['# Webhooks', 'text/plain; charset=utf-8']);
  });

  it('the pages of documents are 404 in the usual shape where there is none', async () => {
    for (const path of ['/docs/guides/nothing', '/docs/guides/../../package.json', '/docs/assets/none.js']) {
      const { status, json } = await api.get(path);
      expect([path, status, json.errors[0].code]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('the search over the documents', () => {
  const titles = async (query: string): Promise<string[]> => {
    const { text } = await api.get(`/docs/search?q=${encodeURIComponent(query)}`);
    return Array.from(text.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><p>/g), ([, , title = '']) => title);
  };

  it('the search over the documents finds the section of a guide by words and by their beginnings', async () => {
    expect((await titles('redeliver'))[0]).toBe('Webhook › Redeliver');
    expect(await titles('verif signat')).toContainEqual(expect.stringContaining('Webhooks ›'));
  });

  it('the search over the documents finds an operation of the reference', async () => {
    const { text } = await api.get('/docs/search?q=postVideoStocks+register+video');
    expect(text).toContain('href="/docs/reference#/');
    expect(await titles('rss-refetch')).toContainEqual('Reference › POST /api/v1/podcasts/{podcast}/rss-refetch');
  });

  it('the search over the documents says that it found nothing, and shows what was typed as text', async () => {
    const { text } = await api.get(`/docs/search?q=${encodeURIComponent('"><zzzzz')}`);
    expect(text).toContain('value="&quot;&gt;&lt;zzzzz"');
    expect(text).toContain('Nothing was found');
  });

  it('the search over the documents costs no more for a long query than for a short one', async () => {
    expect((await titles(`redeliver ${'delivery '.repeat(1000)}`)).length).toBeLessThanOrEqual(20);
    expect((await api.get('/docs/search')).status).toBe(200);
    expect((await api.get('/docs/search?q=a&q=b')).status).toBe(200);
    expect(await titles('qu')).toEqual([]); // the beginnings of two letters would be half of the index
  });
});

describe('programs', () => {
  it('programs find the guides, the changes for callers and the policy of deprecations in /llms.txt, as Markdown', async () => {
    const { text } = await api.get('/llms.txt');
    for (const name of ['webhooks.md', 'changes.md', 'deprecations.md', 'arazzo/release.arazzo.json', 'arazzo/video.arazzo.json'])
      expect(text).toContain(`${api.baseUrl}/docs/guides/${name}`);
  });

  it('programs find the pages, the changes and the policy of deprecations in /.well-known/api-catalog', async () => {
    const [service] = (JSON.parse((await api.get('/.well-known/api-catalog')).text) as { linkset: Json[] }).linkset;
    const named = Object.values(service as Record<string, { href: string }[]>).flatMap((links) => (Array.isArray(links) ? links : []));
    const paths = named.map(({ href }) => href.replace(api.baseUrl, ''));
    expect(paths).toEqual(expect.arrayContaining(['/docs', '/docs/reference', '/docs/guides/changes', '/docs/guides/deprecations']));
    for (const path of paths) expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  });
});
