import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client } from '@app/client';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Postgres } from '../postgres.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Stocks } from '../stocks.js';

const HOST = 'feeds.example.com';
const PAST = '2026-01-01T00:00:00Z';
const PUBLICATION = '/api/v1/podcasts/{podcast}/publication';
const REFETCH = '/api/v1/podcasts/{podcast}/rss-refetch';

const VTT = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Ann>Hello & welcome\n\n00:00:01.000 --> 00:00:02.000\n<v Bob>Thanks\n';
const VIDEO = anMp4({ seconds: 10 });

const SOURCE = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<rss version="2.0"><channel><title>C</title><language>en</language>
<item><guid>one</guid><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate><enclosure url="https://media.example.com/1.mp3?a=1&amp;b=2" type="audio/mpeg"/></item>
<item><guid>draft</guid><pubDate>Thu, 01 Jan 2099 00:00:00 GMT</pubDate><enclosure url="https://media.example.com/2.mp3"/></item>
</channel></rss>`;

const ITEM = '<item><guid>one</guid><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item>';
const channel = (items: string, attributes = '') => `<rss version="2.0"${attributes}><channel><title>C</title>${items}</channel></rss>`;

/** Promises of a feed, each with a source, its encoding, and what the feed shows. */
const KINDS: readonly [sentence: string, source: string, encoding: 'utf8' | 'latin1', shows: RegExp][] = [
  ['is in UTF-8 and says so, whatever the encoding of its source', `<?xml version="1.0" encoding="ISO-8859-1"?>${channel(`<title>Caf\xe9</title>${ITEM}`)}`, 'latin1', /^<\?xml version="1.0" encoding="UTF-8"\?>.*Café/],
  ['has no byte order mark', `\ufeff${channel(ITEM)}`, 'utf8', /^<rss [^>]*xmlns:podcast=/],
  ['takes the old address of the namespace as declared', channel(ITEM, ' xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"'), 'utf8', /^<rss version="2.0" xmlns:podcast="https:\/\/github[^"]*"><.*<podcast:transcript/],
  ['uses another prefix where podcast means something else', channel(ITEM, ' xmlns:podcast="urn:x"'), 'utf8', /xmlns:(?!podcast=)([\w-]+)="https:\/\/podcastindex.*<\1:transcript/],
  ['names transcripts before the item’s own, and leaves its own chapters', channel(ITEM.replace('</item>', '<podcast:transcript url="https://own.example/1.srt" type="application/srt"/><podcast:chapters url="https://own.example/1.json" type="application/json+chapters"/></item>'), ' xmlns:podcast="https://podcastindex.org/namespace/1.0"'), 'utf8', /^(?!.*\/chapters\.json).*transcript\.json".*own\.example\/1\.srt/],
  ['adds to entries of Atom', '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><entry><id>one</id><published>2026-01-01T00:00:00Z</published></entry></feed>', 'utf8', /<entry><podcast:transcript [^>]* language="de"/],
  ['that had to be repaired when read is published as its source has it', `${channel(`<title>Q & A &nbsp;</title>${ITEM}`)}<script>x</script>`, 'utf8', /<podcast:transcript/],
]; // prettier-ignore

let postgres: Postgres;
let stack: Stack;
let server: Server;
let api: Running;
let alice: Client;
let seed: Loaded;

const TAGS = /<podcast:(transcript|chapters|source) [^>]*?(?:url|uri)="([^"]*)"/g;
const additions =
  /<podcast:(?:transcript|chapters) [^>]*\/>|<podcast:alternateEnclosure .*?<\/podcast:alternateEnclosure>| xmlns:podcast="[^"]*"/g;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const [, source = SOURCE, encoding] = KINDS[Number(/\d+$/.exec(url)?.[0])] ?? [];
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(Buffer.from(source, encoding));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  postgres = await Postgres.start();
  const connectTo = `${HOST}:80:127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { RATE_LIMIT_PER_MINUTE: '100000', RSS_REFETCH_INTERVAL_SECONDS: '0', OUTBOUND_CONNECT_TO: connectTo, NODE_ENV: 'test' };
  stack = await Stack.create(env, postgres.url);
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', available_seconds: 1000, tokens: [{ key: 'alice', permissions: ['read', 'update', 'delete'] }, { key: 'read', permissions: ['read'] }] },
      { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions: ['read', 'update', 'delete'] }] },
    ],
    podcasts: [
      {
        key: 'main', title: 'Main', owner: 'alice', ownership_confirmed: true, feed_url: `http://${HOST}/main`,
        episodes: [
          { key: 'one', title: 'One', guid: 'one', published_at: PAST, audio_url: 'https://media.example.com/1.mp3?a=1&b=2', transcript: { format: 'vtt', content: VTT }, chapters: [{ startTime: 0, title: 'Intro' }] },
          { key: 'draft', title: 'Draft', guid: 'draft', published_at: '2099-01-01T00:00:00Z', transcript: { format: 'vtt', content: VTT } },
          { key: 'bare', title: 'Bare', guid: 'bare', published_at: PAST },
          { key: 'soon', title: 'Soon', guid: 'soon', published_at: '2099-01-01T00:00:00Z', transcript: { format: 'vtt', content: VTT } },
        ],
      },
      ...KINDS.map(([title], index) => ({
        key: `kind${index}`, title, owner: 'alice', ownership_confirmed: true, feed_url: `http://${HOST}/kind${index}`,
        episodes: [{ key: `kind${index}`, title, guid: 'one', published_at: PAST, transcript: { format: 'vtt' as const, content: VTT }, chapters: [{ startTime: 0, title: 'Intro' }] }],
      })),
      { key: 'first', title: 'Never fetched', owner: 'alice', ownership_confirmed: true, feed_url: `http://${HOST}/first` },
      { key: 'none', title: 'No feed', owner: 'alice', ownership_confirmed: true },
      { key: 'off', title: 'Off', owner: 'alice', ownership_confirmed: true, episodes: [{ key: 'off', title: 'Off', published_at: PAST, transcript: { format: 'vtt', content: VTT } }] },
      { key: 'unconfirmed', title: 'Unconfirmed', owner: 'alice', feed_url: `http://${HOST}/x`, episodes: [{ key: 'unconfirmed', title: 'U', published_at: PAST, transcript: { format: 'vtt', content: VTT } }] },
    ],
  }); // prettier-ignore
  api = await stack.start('api');
  await stack.start('worker');
  alice = createClient({ baseUrl: api.baseUrl, token: seed.tokens['alice'] ?? '' });
  await stack.query(`INSERT INTO publications (podcast_id, public, origin, updated_at) VALUES ($1, true, 'http://127.0.0.1', now())`, [
    seed.podcasts['unconfirmed'],
  ]);
});
afterAll(async () => {
  await stack.destroy();
  await postgres.stop();
  server.close();
});

const of = (key: string) => ({ params: { path: { podcast: seed.podcasts[key] ?? key } } });
const set = async (key: string, body: object) => (await alice.PUT(PUBLICATION, { ...of(key), body })).data.data;
const get = (path: string, init?: RequestInit) =>
  fetch(path.startsWith('http') ? path : `${api.baseUrl}${path}`, { redirect: 'manual', ...init });
const feedPath = (key: string) => `/f/${seed.podcasts[key]}`;
const filePath = (key: string, file: string) => `/e/${seed.episodes[key]}/${file}`;

/** All that tells one answer from another. */
const seen = async (path: string, init: RequestInit) => {
  const response = await get(path, init);
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: response.status, headers, body: await response.text() };
};

async function refetch(key: string): Promise<void> {
  await alice.POST(REFETCH, of(key));
  await until(async () => ['succeeded', 'not_modified'].includes((await alice.GET(REFETCH, of(key))).data.data?.status ?? ''));
}

/** The feed, once it is as wanted. */
const feedOnce = (key: string, isSo: (text: string) => boolean) =>
  until(async () => {
    const response = await get(feedPath(key));
    // The method text() would remove a byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString();
    return response.status === 200 && isSo(text) && text;
  });

describe('the switch (contract 17.1)', () => {
  it('the publication of a podcast is off, and shows the address of the feed that would be public', async () => {
    const { data } = await alice.GET(PUBLICATION, of('main'));
    expect(data.data).toEqual({
      public: false,
      count_downloads: false,
      language: null,
      feed_url: `${api.baseUrl}${feedPath('main')}`,
      updated_at: null,
    });
    expect((await alice.GET(PUBLICATION, of('none'))).data.data.feed_url).toBeNull();
    expect((await get(feedPath('main'))).status).toBe(404);
    expect((await get(filePath('one', 'transcript.vtt'))).status).toBe(404);
  });

  it('the publication of a podcast keeps fields that are left out', async () => {
    await set('none', { count_downloads: true, language: 'pt-BR' });
    const updated = { public: false, count_downloads: true, language: 'pt-BR', updated_at: expect.any(String) };
    expect(await set('none', {})).toMatchObject(updated);
    expect(await set('none', { language: null })).toMatchObject({ ...updated, language: null });
  });

  it.each([
    [{ public: 'yes' }, 'invalid'],
    [{ public: null }, 'invalid'],
    [{ language: 'not a language' }, 'invalid_language'],
    [{ feed_url: 'x' }, 'unknown_field'],
  ])('the publication of a podcast refuses %j', async (body, code) => {
    await expect(set('none', body)).rejects.toMatchObject({ status: 422, errors: [expect.objectContaining({ code })] });
  });

  it.each([
    ['read', 403, 'permission_missing'],
    ['bob', 403, 'not_owner'],
  ])('the publication of a podcast is refused to %s', async (token, status, code) => {
    const client = createClient({ baseUrl: api.baseUrl, token: seed.tokens[token] ?? '' });
    const refused = client.PUT(PUBLICATION, { ...of('main'), body: { public: true } });
    await expect(refused).rejects.toMatchObject({ status, errors: [expect.objectContaining({ code })] });
  });
});

describe('a listener’s app', () => {
  beforeAll(async () => {
    const stocks = new Stocks(alice, seed.podcasts['main'] ?? '');
    const stock = await stocks.create({ upload_id: await stocks.uploaded(VIDEO), match: { guid: 'one' } });
    await stocks.settled(stock.id);
    await refetch('main');
    await set('main', { public: true });
  });

  it('a listener’s app reads the feed as it was fetched, with additions alone (contract 17.4)', async () => {
    const feed = await feedOnce('main', (text) => text.includes('alternateEnclosure'));
    expect(feed.replace(additions, '')).toBe(SOURCE);
    expect([...feed.matchAll(TAGS)].map(([, tag, url]) => [tag, url?.replace(`${api.baseUrl}/e/${seed.episodes['one']}/`, '')])).toEqual([
      ['transcript', 'transcript.vtt'],
      ['transcript', 'transcript.srt'],
      ['transcript', 'transcript.json'],
      ['chapters', 'chapters.json'],
      ['source', 'video'],
    ]);
    expect(feed).toContain('language="en"');
  });

  it('a listener’s app reads the transcript in each form', async () => {
    const read = async (file: string) => {
      const response = await get(filePath('one', file));
      return [response.headers.get('content-type'), await response.text()] as const;
    };
    expect(await read('transcript.vtt')).toEqual(['text/vtt; charset=utf-8', expect.stringContaining('<v Ann>Hello &amp; welcome')]);
    expect(await read('transcript.srt')).toEqual([
      'application/x-subrip; charset=utf-8',
      expect.stringContaining('00:00:00,000 --> 00:00:01,000'),
    ]);
    const [type, json] = await read('transcript.json');
    expect(type).toContain('application/json');
    expect(JSON.parse(json)).toMatchObject({
      version: expect.any(String),
      segments: [{ speaker: 'Ann', startTime: 0, endTime: 1, body: 'Hello & welcome' }, { speaker: 'Bob' }],
    });
    const [, text] = await read('transcript.txt');
    expect(text).toContain('Thanks');
  });

  it('a listener’s app gets the chapters of a public episode', async () => {
    const response = await get(filePath('one', 'chapters.json'));
    expect(response.headers.get('content-type')).toContain('application/json+chapters');
    expect(await response.json()).toEqual({ version: '1.2.0', chapters: [{ startTime: 0, title: 'Intro' }] });
  });

  it('a listener’s app seeks in the video by Range', async () => {
    const url = filePath('one', 'video');
    const whole = await get(url);
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-type')]).toEqual([200, 'bytes', 'video/mp4']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(VIDEO))).toBe(true);
    const part = await get(url, { headers: { Range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${VIDEO.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(VIDEO.subarray(10, 20)))).toBe(true);
    const asked = async (headers: Record<string, string>) => {
      const { status, headers: given } = await get(url, { headers: { Range: 'bytes=-10', ...headers } });
      return [status, given.get('content-length')];
    };
    const size = String(VIDEO.length);
    expect(await asked({})).toEqual([206, '10']);
    expect(await asked({ 'If-Range': whole.headers.get('etag') ?? '' })).toEqual([206, '10']);
    expect(await asked({ 'If-Range': '"another"' })).toEqual([200, size]);
    expect(await asked({ Range: 'bytes=0-1,10-19' })).toEqual([200, size]);
    expect(await asked({ Range: 'seconds=1-2' })).toEqual([200, size]);
    expect(await asked({ Range: 'bytes=5-2' })).toEqual([200, size]);
    expect(await asked({ Range: `bytes=-${VIDEO.length + 1}` })).toEqual([200, size]);
    const beyond = await get(url, { headers: { Range: `bytes=${VIDEO.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${VIDEO.length}`]);
    expect([beyond.headers.get('cache-control'), beyond.headers.get('etag')]).toEqual(['no-store', null]);
    expect(await beyond.json()).toMatchObject({ errors: [{ code: 'range_not_satisfiable' }] });
    expect(part.headers.get('access-control-expose-headers')).toContain('Content-Range');
    const held = await get(url, { headers: { 'If-None-Match': whole.headers.get('etag') ?? '' } });
    expect(held.status).toBe(304);
  });

  it('a listener’s app plays the audio through the counting redirect once it is turned on, and is counted once', async () => {
    await set('main', { count_downloads: true });
    const address = `${api.baseUrl}/e/${seed.episodes['one']}`;
    const feed = await feedOnce('main', (text) => text.includes(`<enclosure url="${address}"`));
    expect(feed.replace(additions, '').replace(`"${address}"`, '"https://media.example.com/1.mp3?a=1&amp;b=2"')).toBe(SOURCE);
    const headers = { 'User-Agent': 'AntennaPod/3.4.0' };
    const played = await get(address, { headers });
    expect([played.status, played.headers.get('location')]).toEqual([302, 'https://media.example.com/1.mp3?a=1&b=2']);
    await get(address, { headers });
    await until(async () => (await stack.query('SELECT FROM downloads WHERE episode_id = $1', [seed.episodes['one']])).length === 1);
    await set('main', { count_downloads: false });
  });
});

describe('a public feed (contract 17.4)', () => {
  it.each(KINDS.map(([sentence, ...kind], index) => [sentence, `kind${index}`, kind] as const))('a public feed: %s', async (_, key, [source, encoding, shows]) => {
    await refetch(key);
    await set(key, { public: true });
    const feed = await feedOnce(key, (text) => text.includes('transcript.vtt'));
    expect(feed.replaceAll('\n', '')).toMatch(shows);
    const ours = new RegExp(`<[\\w-]+:(?:transcript|chapters) [^>]*="${api.baseUrl}/e/[^>]*/>| xmlns:[\\w-]+="https://podcastindex.org/namespace/1.0"`, 'g');
    const text = encoding === 'latin1' ? source.replace('ISO-8859-1', 'UTF-8') : source.replace('\ufeff', '');
    expect(feed.replace(ours, '')).toBe(text.replace(ours, ''));
  });
}); // prettier-ignore

describe('public files (contract 17.3)', () => {
  const paths = () => [feedPath('main'), filePath('one', 'transcript.vtt'), filePath('one', 'chapters.json')];

  it('public files have an ETag, may be cached by anybody, and are 304 to a client that has them', async () => {
    for (const path of [...paths(), filePath('one', 'video')]) {
      const first = await get(path);
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400');
      const again = await get(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it.each(['gzip', 'br', 'identity'])('public files are sent in %s when asked for', async (encoding) => {
    for (const path of paths()) {
      const response = await get(path, { headers: { 'Accept-Encoding': encoding } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding === 'identity' ? null : encoding]);
      expect((await response.text()).length).toBeGreaterThan(10);
    }
  });

  it('public files answer HEAD without a body, and preflights', async () => {
    for (const path of [...paths(), filePath('one', 'video')]) {
      const head = await get(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect((await get(path, { method: 'OPTIONS' })).status).toBe(204);
    }
  });

  it('public files are the same whether the process sends them at once, from memory, or their route does', async () => {
    const paths = [feedPath('main'), ...['transcript.vtt', 'transcript.srt', 'chapters.json'].map((file) => filePath('one', file))];
    for (const path of paths) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        for (const headers of [{ 'Accept-Encoding': 'identity' }, { 'Accept-Encoding': 'br' }, { 'If-None-Match': etag }]) {
          const byRoute = await seen(
            path.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase()),
            { method, headers },
          );
          expect([path, method, await seen(`${path}?from=app`, { method, headers })]).toEqual([path, method, byRoute]);
        }
      }
    }
  });

  it('files that are not public are 404 with the usual body', async () => {
    const nothing = [
      feedPath('off'),
      feedPath('none'),
      feedPath('unconfirmed'),
      '/f/x',
      '/f/00000000-0000-7000-8000-000000000000',
      ...['off', 'unconfirmed', 'draft'].flatMap((key) =>
        ['transcript.vtt', 'transcript.srt', 'transcript.json', 'transcript.txt'].map((file) => filePath(key, file)),
      ),
      ...['transcript.vtt', 'chapters.json', 'video'].map((file) => filePath('bare', file)),
      filePath('one', 'transcript.pdf'),
      filePath('one', '..'),
    ];
    for (const path of nothing) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ errors: [{ code: 'not_found' }] });
      expect(response.headers.get('etag')).toBeNull();
    }
  });

  it('public files of episodes that are not public are answered as those of episodes that are not there (contract 17.2)', async () => {
    const stocks = new Stocks(alice, seed.podcasts['main'] ?? '');
    const stock = await stocks.create({ upload_id: await stocks.uploaded(VIDEO), match: { guid: 'draft' }, client_key: 'draft' });
    expect((await alice.until(stock, 'matched')).matched_episode_id).toBe(seed.episodes['draft']);
    const files = ['transcript.vtt', 'transcript.srt', 'transcript.json', 'transcript.txt', 'chapters.json', 'video'];
    const requests: RequestInit[] = [
      {},
      { method: 'HEAD' },
      { headers: { Range: 'bytes=0-1' } },
      { headers: { 'If-None-Match': '*' } },
      { headers: { Authorization: `Bearer ${seed.tokens['alice']}` } },
    ];
    for (const init of requests) {
      for (const file of files) {
        const missing = await seen(`/e/00000000-0000-7000-8000-000000000000/${file}`, init);
        expect(missing.status).toBe(404);
        for (const key of ['draft', 'off', 'unconfirmed']) expect(await seen(filePath(key, file), init)).toEqual(missing);
      }
      const noFeed = await seen('/f/00000000-0000-7000-8000-000000000000', init);
      for (const key of ['off', 'unconfirmed']) expect(await seen(feedPath(key), init)).toEqual(noFeed);
    }
    expect(await (await get(feedPath('main'))).text()).not.toContain(seed.episodes['draft']);
  });

  it('public files of an episode appear at its time without anybody’s request', async () => {
    await stack.query(`UPDATE episodes SET published_at = now() + interval '1 second' WHERE id = $1`, [seed.episodes['soon']]);
    await until(async () => (await get(filePath('soon', 'transcript.vtt'))).status === 200);
  });

  it('public files follow a change within 60 s, in every process', async () => {
    const other = await stack.start('api');
    const texts = () =>
      Promise.all([api, other].map(async ({ baseUrl }) => (await get(`${baseUrl}${filePath('one', 'transcript.vtt')}`)).text()));
    expect((await texts()).every((text) => text.includes('Ann'))).toBe(true);
    await alice.PUT('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode: seed.episodes['one'] ?? '' } },
      body: { format: 'vtt', content: VTT.replace('Ann', 'Eve') },
    });
    const began = performance.now();
    await until(async () => (await texts()).every((text) => text.includes('Eve')));
    expect(performance.now() - began).toBeLessThan(60_000);
    await other.stop();
  });
});

it('the feed of a podcast that was never fetched is there within 60 s of turning it on', async () => {
  await set('first', { public: true });
  const early = await get(feedPath('first'));
  expect(early.status === 200 || early.headers.get('retry-after') !== null).toBe(true);
  expect((await feedOnce('first', () => true)).replace(additions, '')).toBe(SOURCE);
});

it('while the database is away, what was sent before is sent on and the rest is 503 (contract 17.3)', async () => {
  const known = [feedPath('main'), filePath('one', 'transcript.vtt'), filePath('one', 'chapters.json'), filePath('one', 'video')];
  for (const path of known) expect((await get(path)).status).toBe(200);
  await postgres.stopServer();
  try {
    for (const path of known) expect([path, (await get(path)).status]).toEqual([path, 200]);
    const unknown = await get(filePath('bare', 'transcript.vtt'));
    expect([unknown.status, unknown.headers.get('retry-after') !== null]).toEqual([503, true]);
  } finally {
    await postgres.restart();
  }
  await until(async () => (await get(filePath('bare', 'transcript.vtt'))).status === 404);
});

it('turning a publication off takes everything away in every process (contract 17.1)', async () => {
  const other = await stack.start('api');
  const paths = [feedPath('main'), filePath('one', 'transcript.vtt'), filePath('one', 'chapters.json'), filePath('one', 'video')];
  const areAll = async (wanted: number) => {
    const answers = await Promise.all([api, other].flatMap(({ baseUrl }) => paths.map((path) => get(`${baseUrl}${path}`))));
    for (const { body } of answers) await body?.cancel();
    return answers.every(({ status }) => status === wanted);
  };
  expect(await areAll(200)).toBe(true);
  await set('main', { public: false });
  await until(() => areAll(404));
  await other.stop();
});
