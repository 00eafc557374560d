import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type ApiError, type Client, type components } from '@app/client';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Receiver } from '../receiver.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Stocks, type Registration } from '../stocks.js';

const HOST = 'feeds.example.com';
const HOOKS = 'hooks.example.com';
/** Hosts of the same server, for automatic refetches. */
const [RESTING, QUIET, MOVED] = ['resting.example.com', 'quiet.example.com', 'moved.example.com'];

/** Episodes of a podcast of which a feed names a few. */
const STORED_EPISODES = 60_000;

const REFETCH = '/api/v1/podcasts/{podcast}/rss-refetch';
const EPISODES = '/api/v1/podcasts/{podcast}/episodes';
const TRANSCRIPT = '/api/v1/episodes/{episode}/transcript';
const CHAPTERS_OF = '/api/v1/episodes/{episode}/chapters';

type Refetch = components['schemas']['RefetchResponse'];
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

let stack: Stack;
let receiver: Receiver;
let server: Server;
let secure: SecureServer;
let api: Running;
let worker: Running;
let startWorker: () => Promise<Running>;
let workerPort: number;
let alice: Client;
let seed: Loaded;
/** By the first segment of the path: what the feed server does. */
const feeds = new Map<string, Behaviour>();
const asked: { readonly host: string; readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];

/** Keys of podcasts with a feed each at `/<key>`. */
const KEYS = [
  'main',
  'conditional',
  'shrinking',
  'bad',
  'redirected',
  'slow',
  'limited',
  'racing',
  'told',
  'packed',
  'exact',
  'elsewhere',
  'spaced',
  'orphaned',
  'untidy',
  'signed',
  'refused',
  'held',
  'left',
  'unnamed',
  'crowded',
  'carried',
];

beforeAll(async () => {
  const listener: RequestListener = (request, response) => {
    asked.push({ host: request.headers.host ?? '', path: request.url ?? '', headers: request.headers });
    const behaviour = feeds.get((request.url ?? '').split('/')[1] ?? '');
    if (behaviour) behaviour(request, response);
    else response.writeHead(404).end('nothing here');
  };
  const authority = await CertificateAuthority.create();
  server = createServer(listener);
  secure = createSecureServer(await authority.issue({ names: [HOST] }), listener);
  const [port, securePort] = await Promise.all([server, secure].map(listening));
  receiver = await Receiver.listen(await authority.issue({ names: [HOOKS] }));
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    RSS_REFETCH_INTERVAL_SECONDS: '0',
    OUTBOUND_CONNECT_TO: `${HOST}:80:127.0.0.1:${port},${HOST}:443:127.0.0.1:${securePort},${[RESTING, QUIET, MOVED].map((host) => `${host}:80:127.0.0.1:${port}`).join()},${HOOKS}:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  api = await stack.start('api');
  workerPort = await getPort({ host: '127.0.0.1' });
  startWorker = () => stack.start('worker', { NODE_EXTRA_CA_CERTS: ca, WORKER_PORT: String(workerPort) });
  worker = await startWorker();
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', available_seconds: 100_000, tokens: [{ key: 'alice', permissions: ['read', 'update', 'delete'] }, { key: 'read', permissions: ['read'] }] },
      { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions: ['read', 'update', 'delete'] }] },
    ],
    podcasts: [
      ...KEYS.map((key) => ({ key, title: key, owner: 'alice', ownership_confirmed: true, feed_url: `http://${HOST}/${key}` })),
      { key: 'secure', title: 'Over HTTPS', owner: 'alice', ownership_confirmed: true, feed_url: `https://${HOST}:443/secure` },
      ...Array.from({ length: 16 }, (_, index) => ({ key: `hanging${index}`, title: 'Hanging', owner: 'alice', ownership_confirmed: true, feed_url: `http://${HOST}/hanging` })),
      ...[RESTING, QUIET].flatMap((host) => [0, 1].map((index) => ({ key: `${host}${index}`, title: 'Automatic', owner: 'alice', ownership_confirmed: true, feed_url: `http://${host}/${index}` }))),
      { key: 'bobs', title: 'Of Bob', owner: 'bob', ownership_confirmed: true, feed_url: `http://${HOST}/bobs` },
      { key: 'none', title: 'Without a feed', owner: 'alice', ownership_confirmed: true },
      { key: 'unconfirmed', title: 'Unconfirmed', owner: 'alice', feed_url: `http://${HOST}/main` },
    ],
  }); // prettier-ignore
  alice = clientOf('alice');
  // Two that take longer than half a minute: they go on while the first tests run.
  feeds.set('slow', drip);
  feeds.set('held', serve(rss(...Array.from({ length: 4000 }, (_, index) => ({ guid: `held${index}` })))));
  await stack.query(TRIGGERS);
  for (const key of ['slow', 'held']) await taken(key);
});
afterAll(async () => {
  await stack.destroy();
  for (const one of [server, secure]) {
    one.closeAllConnections();
    one.close();
  }
  await receiver.close();
});

async function listening(one: Server | SecureServer): Promise<number> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
}

/** A client that does not wait where the API says how long to wait. */
const clientOf = (user: string, baseUrl = api.baseUrl): Client =>
  createClient({ baseUrl, token: seed.tokens[user] ?? '', retry: { retries: 0 } });
const of = (key: string) => ({ params: { path: { podcast: seed.podcasts[key] ?? key } } });
const ofEpisode = (episode: string) => ({ params: { path: { episode } } });
const ask = (key: string, client = alice) => client.POST(REFETCH, of(key));
const latest = async (key: string, client = alice): Promise<Refetch | null> => (await client.GET(REFETCH, of(key))).data.data;

/** Asks for a refetch, which is taken. */
async function taken(key: string, client = alice): Promise<Refetch> {
  const { data, response } = await ask(key, client);
  expect(response.status).toBe(202);
  return data.data;
}

/** Ten requests at once, with these clients in turn, of which one is taken and nine find it in progress. */
async function expectOneOfTen(key: string, clients: readonly Client[]): Promise<void> {
  const asking = Array.from({ length: 10 }, (_, index) => ask(key, clients[index % clients.length]));
  const answers = await Promise.allSettled(asking);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []));
  expect(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.response.status : []))).toEqual([202]);
  expect(refused.map(({ status, code }) => [status, code])).toEqual(Array(9).fill([409, 'refetch_in_progress']));
}

/** A refetch from its request to its end. */
async function refetch(key: string): Promise<Refetch> {
  const asked = await taken(key);
  expect(asked.status).toBe('queued');
  const data = await ended(key);
  expect(data.id).toBe(asked.id);
  return data;
}

/** The latest refetch, once it has ended. */
const ended = (key: string, client = alice): Promise<Refetch> =>
  until(async () => {
    const data = await latest(key, client);
    return data?.finished_at ? data : undefined;
  });

type Item = { readonly guid?: string; readonly title?: string; readonly audio?: string; readonly date?: string; readonly more?: string };

const xml = ({ guid, title, audio, date, more = '' }: Item) =>
  `<item>${guid === undefined ? '' : `<guid>${guid}</guid>`}${title === undefined ? '' : `<title>${title}</title>`}${date === undefined ? '' : `<pubDate>${date}</pubDate>`}${audio === undefined ? '' : `<enclosure url="${audio}" length="1" type="audio/mpeg"/>`}${more}</item>`;
const rss = (...items: readonly Item[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>C</title>${items.map(xml).join('')}</channel></rss>`;
const serve =
  (body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/rss+xml', ...headers });
    response.end(body);
  };

/** Answers for a feed only once the returned function is called: until then its refetch is in progress. */
function withhold(key: string, behaviour: Behaviour): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  feeds.set(key, (request, response) => void promise.then(() => behaviour(request, response)));
  return resolve;
}

/** Never ends. */
const drip: Behaviour = (_request, response) => {
  response.writeHead(200);
  response.write('<rss><channel>');
  const dripping = setInterval(() => response.write(' '), 1000);
  response.once('close', () => clearInterval(dripping));
};

/** Two statements of 18 s each write the feed `held`: a claim is renewed after 30. `refused` cannot be written. */
const refuse = (what: string) => `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what}; END $$`;
const TRIGGERS = `
  CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(18); RETURN new; END $$;
  CREATE TRIGGER hold_up BEFORE INSERT ON episodes FOR EACH ROW WHEN (new.guid IN ('held0', 'held3999')) EXECUTE FUNCTION hold_up();
  ${refuse("RAISE 'disk full'")};
  CREATE TRIGGER refuse BEFORE INSERT ON episodes FOR EACH ROW WHEN (new.guid = 'refused') EXECUTE FUNCTION refuse()`;

const episodes = (key: string) =>
  stack.query<{ id: string; guid: string | null; title: string; audio_url: string | null; duration_seconds: number | null; published_at: Date | null }>(
    'SELECT id, guid, title, audio_url, duration_seconds, published_at FROM episodes WHERE podcast_id = $1 ORDER BY id',
    [seed.podcasts[key]],
  ); // prettier-ignore

describe('a refetch (contract 10.1)', () => {
  it('a refetch brings episodes, changes what has changed, and says how many', async () => {
    feeds.set('main', serve(rss(
      { guid: 'g2', title: 'Two', audio: 'https://media.example.com/2.mp3', date: 'Tue, 10 Jun 2025 04:00:00 GMT', more: '<itunes:duration>1:00</itunes:duration>' },
      { guid: 'g1', title: 'One', date: 'no date at all' },
      { title: 'By its audio', audio: 'https://media.example.com/0.mp3' },
      { title: 'Neither guid nor audio' },
      { guid: 'g2', title: 'Two again' },
    ))); // prettier-ignore
    expect(await refetch('main')).toEqual({
      id: expect.any(String),
      status: 'succeeded',
      requested_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
      http_status: 200,
      episodes_created: 3,
      episodes_updated: 0,
      stocks_matched: 0,
      failure: null,
      warnings: [{ code: 'no_date', line: 1 }],
    });
    expect(await episodes('main')).toEqual([
      expect.objectContaining({ guid: null, title: 'By its audio', audio_url: 'https://media.example.com/0.mp3' }),
      expect.objectContaining({ guid: 'g1', title: 'One', published_at: expect.any(Date) }),
      expect.objectContaining({ guid: 'g2', title: 'Two', duration_seconds: 60, published_at: new Date('2025-06-10T04:00:00Z') }),
    ]);
    feeds.set('main', serve(rss({ guid: 'g2', title: 'Two, renamed', date: 'nonsense' }, { guid: 'g1', title: 'One' }, { title: 'By its audio', audio: 'https://media.example.com/0.mp3' }))); // prettier-ignore
    expect(await refetch('main')).toMatchObject({ status: 'succeeded', episodes_created: 0, episodes_updated: 1 });
    // A wrong date takes nothing away.
    expect((await episodes('main'))[2]).toMatchObject({
      title: 'Two, renamed',
      published_at: new Date('2025-06-10T04:00:00Z'),
      duration_seconds: 60,
    });
  });

  it('a refetch with wait is answered once it has ended, or as it is after so many seconds', async () => {
    const waiting = (wait: number) => alice.GET(REFETCH, { params: { ...of('main').params, query: { wait } } });
    const answer = withhold('main', serve(rss({ guid: 'g1', title: 'One' })));
    const { id } = await taken('main');
    expect((await waiting(1)).data.data).toMatchObject({ id, finished_at: null });
    const answered = waiting(30);
    answer();
    expect((await answered).data.data).toMatchObject({ id, status: 'succeeded' });
  });

  it('a refetch is conditional: what has not changed is not sent again, and validators of what failed are not kept', async () => {
    const versions = { etag: '"v1"', body: rss({ guid: 'a', title: 'A' }) };
    feeds.set('conditional', (request, response) => {
      if (request.headers['if-none-match'] === versions.etag) return void response.writeHead(304).end();
      serve(versions.body, { ETag: versions.etag, 'Last-Modified': 'Tue, 10 Jun 2025 04:00:00 GMT' })(request, response);
    });
    expect(await refetch('conditional')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
    expect(await refetch('conditional')).toMatchObject({ status: 'not_modified', http_status: 304, failure: null });
    expect(asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': 'Tue, 10 Jun 2025 04:00:00 GMT' });
    Object.assign(versions, { etag: '"v2"', body: '<rss><channel>' });
    expect(await refetch('conditional')).toMatchObject({ status: 'failed', failure: { code: 'invalid_xml' } });
    versions.body = rss({ guid: 'a', title: 'A, mended' });
    expect(await refetch('conditional')).toMatchObject({ status: 'succeeded', episodes_updated: 1 });
  });

  it('a refetch never deletes an episode, however a feed shrinks', async () => {
    const three = [1, 2, 3].map((one) => ({ guid: `g${one}`, title: `Episode ${one}` }));
    feeds.set('shrinking', serve(rss(...three)));
    await refetch('shrinking');
    const before = await episodes('shrinking');
    for (const body of [rss(three[0]!), rss(), rss({ title: 'x' })]) {
      feeds.set('shrinking', serve(body));
      expect(await refetch('shrinking')).toMatchObject({ status: 'succeeded', episodes_created: 0, episodes_updated: 0 });
      expect(await episodes('shrinking')).toEqual(before);
    }
  });

  it('a refetch is over https at port 443, too, also when http redirects there', async () => {
    feeds.set('secure', serve(rss({ guid: 's', title: 'S' })));
    expect(await refetch('secure')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
    feeds.set('elsewhere', (_request, response) => void response.writeHead(301, { Location: `https://${HOST}/secure` }).end());
    expect(await refetch('elsewhere')).toMatchObject({ status: 'succeeded', http_status: 200, episodes_created: 1 });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate, without the header of zlib', deflateRawSync],
  ])('a refetch reads what is compressed as %s', async (name, compress) => {
    const [encoding = name] = name.split(',', 1);
    feeds.set('packed', serve(compress(rss({ guid: name, title: name })), { 'Content-Encoding': encoding }));
    expect(await refetch('packed')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
    expect(asked.at(-1)?.headers['accept-encoding']).toContain(encoding);
  });

  it('a refetch reads 20,000,000 bytes, and not one more', async () => {
    const feed = rss({ guid: 'e', title: 'E' });
    const filled = (bytes: number) => `${feed}<!--${'x'.repeat(bytes - feed.length - 7)}-->`;
    feeds.set('exact', serve(filled(20_000_000)));
    expect(await refetch('exact')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
    feeds.set('exact', serve(gzipSync(filled(20_000_001)), { 'Content-Encoding': 'gzip' }));
    expect(await refetch('exact')).toMatchObject({ status: 'failed', http_status: 200, failure: { code: 'too_large' } });
  });

  it('a refetch reads a feed as podcast apps do, and says what it repaired', async () => {
    feeds.set(
      'untidy',
      serve(`<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/x.dtd">
<rss><channel><title>Q & A</title>
<item><guid>u</guid><title>Caf&eacute;\u0001</title><itunes:duration>1:00</itunes:duration><dc:date>2025-06-10T04:00:00Z</dc:date>
<enclosure url="/cover.jpg" type="image/jpeg"/><enclosure url="/1.mp3" type="audio/mpeg"/></item></channel></rss>
<!-- cached --> by a plugin`),
    );
    const { status, warnings } = await refetch('untidy');
    expect([status, warnings]).toEqual([
      'succeeded',
      [
        { code: 'doctype', line: 1 },
        { code: 'bare_ampersand', line: 2 },
        { code: 'control_character', line: 3 },
        { code: 'html_entity', line: 3 },
        { code: 'undeclared_prefix', line: 3 },
        { code: 'relative_url', line: 4 },
        { code: 'text_after_end', line: 5 },
      ],
    ]);
    expect(await episodes('untidy')).toEqual([
      expect.objectContaining({
        title: 'Café',
        audio_url: `http://${HOST}/1.mp3`,
        duration_seconds: 60,
        published_at: new Date('2025-06-10T04:00:00Z'),
      }),
    ]);
  });

  it('a refetch brings no episode twice when a feed without guids signs its audio anew', async () => {
    let token = 0;
    feeds.set('signed', (request, response) =>
      serve(rss({ title: 'S', audio: `https://media.example.com/s.mp3?token=${(token += 1)}` }))(request, response),
    );
    expect(await refetch('signed')).toMatchObject({ episodes_created: 1 });
    expect(await refetch('signed')).toMatchObject({ episodes_created: 0 });
    expect(await episodes('signed')).toEqual([expect.objectContaining({ audio_url: 'https://media.example.com/s.mp3?token=2' })]);
  });

  it('a refetch of audio signed anew, without guids, stores no further episode, and takes memory for the feed alone', async () => {
    let token = 0;
    const signed = (): Item[] =>
      Array.from({ length: 5000 }, (_, at) => ({ title: `${at}`, audio: `https://media.example.com/${at}.mp3?token=${(token += 1)}` }));
    for (const key of ['unnamed', 'crowded']) feeds.set(key, (request, response) => serve(rss(...signed()))(request, response));
    expect(await refetch('unnamed')).toMatchObject({ episodes_created: 5000 });
    // Earlier versions stored far more episodes than a feed has.
    await stack.query(
      `INSERT INTO episodes (id, podcast_id, title, guid, audio_url)
       SELECT gen_random_uuid(), $1, n || CASE WHEN n < 5000 THEN '' ELSE repeat('x', 3000) END, CASE WHEN n >= 5000 AND n % 2 = 0 THEN 'urn:' || n END, 'https://media.example.com/' || n || '.mp3?token=0'
         FROM generate_series(0, $2 - 1) AS n`,
      [seed.podcasts['crowded'], STORED_EPISODES],
    );
    const memory: number[] = [];
    for (const key of ['unnamed', 'crowded']) {
      await writeFile(`/proc/${worker.pid}/clear_refs`, '5'); // the peak is measured from now on
      expect(await refetch(key)).toMatchObject({ status: 'succeeded', episodes_created: 0, episodes_updated: 5000 });
      memory.push(Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${worker.pid}/status`, 'utf8'))?.[1]) / 1024);
    }
    const count = (key: string) => stack.query('SELECT count(*)::int AS count FROM episodes WHERE podcast_id = $1', [seed.podcasts[key]]);
    expect([await count('unnamed'), await count('crowded')]).toEqual([[{ count: 5000 }], [{ count: STORED_EPISODES }]]);
    // In megabytes: one kilobyte for each stored episode, which has three.
    expect(memory[1]! - memory[0]!).toBeLessThan(STORED_EPISODES / 1000);
  });

  it('a refetch reads other encodings than UTF-8', async () => {
    feeds.set('bad', serve(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><guid>ü</guid><title>Grüße</title></item></channel></rss>', 'latin1'), { 'Content-Type': 'text/xml' })); // prettier-ignore
    expect(await refetch('bad')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
    expect(await episodes('bad')).toEqual([expect.objectContaining({ guid: 'ü', title: 'Grüße' })]);
  });
});

describe('a bad feed changes nothing and says why', () => {
  const bomb =
    '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><rss><channel><item><guid>&b;</guid></item></channel></rss>';
  const filler = Buffer.alloc(19_000_000, 'x');
  it.each<[string, Behaviour, string, number | null, object?]>([
    ['an entity bomb', serve(bomb), 'dtd_not_allowed', 200],
    ['an external entity', serve('<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>'), 'dtd_not_allowed', 200],
    ['a page', serve('<!doctype html><html><body>Sign in</body></html>', { 'Content-Type': 'text/html' }), 'not_a_feed', 200],
    ['XML that is cut off', serve(rss({ guid: 'new', title: 'N' }).slice(0, -20)), 'invalid_xml', 200, { line: 1, column: 162 }],
    ['a fault of its server', (_request, response) => void response.writeHead(503).end(), 'http_error', 503],
    ['a 304 that nobody asked for', (_request, response) => void response.writeHead(304).end(), 'http_error', 304],
    ['an answer that breaks off', (_request, response) => void (response.writeHead(200, { 'Content-Length': '1000' }), response.write('<rss>'), setTimeout(() => response.destroy(), 50)), 'fetch_failed', 200, { message: expect.stringContaining('closed the connection before') }],
    ['a gzip that is cut off', serve(gzipSync(filler).subarray(0, -20), { 'Content-Encoding': 'gzip' }), 'fetch_failed', 200, { message: expect.stringContaining('compressed body') }],
    ['broken chunks', (_request, { socket }) => void (socket?.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'), setTimeout(() => socket?.write('zz\r\n'), 50)), 'fetch_failed', 200, { message: expect.stringContaining('no valid HTTP') }],
  ])('a bad feed changes nothing and says why: %s', async (_, behaviour, failure, status, place = {}) => {
    await stack.query('DELETE FROM feeds WHERE podcast_id = $1', [seed.podcasts['bad']]);
    const before = await episodes('bad');
    feeds.set('bad', behaviour);
    expect(await refetch('bad')).toMatchObject({ status: 'failed', http_status: status, episodes_created: 0, failure: { code: failure, message: expect.any(String), ...place } });
    expect(await episodes('bad')).toEqual(before);
  }); // prettier-ignore

  it.each([
    ['invalid_url', 'ftp://feeds.example.com/'],
    ['invalid_url', `http://alice:secret@${HOST}/`],
    ['port_not_allowed', `http://${HOST}:8080/`],
    ['host_not_public', 'http://127.0.0.1/'],
    ['host_not_public', 'http://printer.local/'],
  ])('a bad feed says why: %s, its own URL is %s', async (failure, url) => {
    await stack.query('UPDATE podcasts SET feed_url = $2 WHERE id = $1', [seed.podcasts['bad'], url]);
    const before = asked.length;
    expect(await refetch('bad')).toMatchObject({ status: 'failed', http_status: null, failure: { code: failure } });
    expect(asked.length).toBe(before);
    await stack.query('UPDATE podcasts SET feed_url = $2 WHERE id = $1', [seed.podcasts['bad'], `http://${HOST}/bad`]);
  });

  const redirect =
    (to: string): Behaviour =>
    (_request, response) =>
      void response.writeHead(302, { Location: to }).end();
  it.each([
    ['without end', () => redirect('/redirected/again'), 'too_many_redirects'],
    ['into a private network', () => redirect('http://10.0.0.1/feed'), 'host_not_public'],
    ['to the metadata of a cloud', () => redirect('http://169.254.169.254/latest/meta-data'), 'host_not_public'],
    ['to loopback by another spelling', () => redirect('http://0x7f.1/'), 'host_not_public'],
    ['to another port', () => redirect(`http://${HOST}:8080/`), 'port_not_allowed'],
    ['to this machine', () => redirect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/main`), 'port_not_allowed'],
    ['to another scheme', () => redirect('file:///etc/passwd'), 'invalid_url'],
    ['to nothing', () => redirect('http://'), 'invalid_url'],
  ])('a redirect %s', async (_, behaviour, failure) => {
    feeds.set('redirected', behaviour());
    const before = asked.length;
    expect(await refetch('redirected')).toMatchObject({ status: 'failed', http_status: 302, failure: { code: failure } });
    expect(asked.length - before).toBe(failure === 'too_many_redirects' ? 6 : 1);
    expect(await episodes('redirected')).toEqual([]);
  });

  it('a feed behind five redirects is taken', async () => {
    feeds.set('redirected', (request, response) => {
      const hop = Number((request.url ?? '').split('/')[2] ?? 0);
      if (hop < 5) redirect(`/redirected/${hop + 1}`)(request, response);
      else serve(rss({ guid: 'r', title: 'R' }))(request, response);
    });
    expect(await refetch('redirected')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
  });

  it('a feed that takes longer than 30 s in all', async () => {
    const data = await ended('slow');
    expect(data).toMatchObject({ status: 'failed', failure: { code: 'timeout' } });
    expect(Date.parse(data.finished_at ?? '') - Date.parse(data.started_at ?? '')).toBeGreaterThan(29_000);
  });
});

describe('what is not the feed’s fault', () => {
  const feedOf = (key: string) =>
    stack.query<{ failures: number }>('SELECT failures FROM feeds WHERE podcast_id = $1', [seed.podcasts[key]]);

  it('a refetch that fails by our own fault is internal after three attempts, and no failure of the feed', async () => {
    const podcast = seed.podcasts['refused'];
    feeds.set('refused', serve(rss({ guid: 'refused' })));
    await taken('refused');
    const data = await until(async () => {
      // The retry is due at once, instead of in ten seconds.
      await stack.query(`UPDATE rss_refetches SET due_at = now() WHERE podcast_id = $1 AND status = 'queued' AND attempts > 0`, [podcast]);
      const found = await latest('refused');
      return found?.finished_at ? found : null;
    });
    expect(data).toMatchObject({ status: 'failed', episodes_created: 0, failure: { code: 'internal', message: expect.any(String) } });
    expect(asked.filter(({ path }) => path === '/refused')).toHaveLength(3);
    expect([await feedOf('refused'), await episodes('refused')]).toEqual([[{ failures: 0 }], []]);
    await stack.query(refuse('RETURN new'));
    expect(await refetch('refused')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
  });

  it('a refetch whose writes take longer than half a minute renews its claim, and is begun once', async () => {
    const [claim] = await until(async () => {
      const found = await stack.query<{ attempts: number; lasts: number }>(
        'SELECT attempts, extract(epoch FROM due_at - started_at)::float8 AS lasts FROM rss_refetches WHERE podcast_id = $1',
        [seed.podcasts['held']],
      );
      return found[0] && (found[0].lasts > 100 || (await latest('held'))?.finished_at !== null) && found;
    });
    // A claim that is not renewed lasts for 90 s.
    expect([claim?.attempts, (claim?.lasts ?? 0) > 100]).toEqual([1, true]);
    expect(await ended('held')).toMatchObject({ status: 'succeeded', episodes_created: 4000 });
    expect(asked.filter(({ path }) => path === '/held')).toHaveLength(1);
  });
});

it('a permanent redirect is remembered, until what it leads to fails', async () => {
  feeds.set('left', (_request, response) => void response.writeHead(301, { Location: `http://${MOVED}/new` }).end());
  feeds.set('new', serve(rss({ guid: 'n' })));
  const hops = () => asked.filter(({ path }) => ['/left', '/new'].includes(path)).map(({ host, path }) => `${host}${path}`);
  expect(await refetch('left')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
  await refetch('left');
  feeds.delete('new');
  expect(await refetch('left')).toMatchObject({ status: 'failed', http_status: 404, failure: { code: 'http_error' } });
  await refetch('left');
  expect(hops()).toEqual([`${HOST}/left`, `${MOVED}/new`, `${MOVED}/new`, `${MOVED}/new`, `${HOST}/left`, `${MOVED}/new`]);
});

describe('asking', () => {
  /** Asks too early. @returns the seconds after which it may be asked again */
  async function secondsToWait(key: string, client: Client): Promise<number> {
    const refused = await ask(key, client).then(
      ({ response }) => response.status,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ status: 429, code: 'refetch_too_soon' });
    return (refused as ApiError).retryAfter ?? 0;
  }

  it('of ten simultaneous refetch requests one is accepted', async () => {
    const answer = withhold('racing', serve(rss({ guid: 'a' })));
    await expectOneOfTen('racing', [alice]);
    answer();
    await ended('racing');
  });

  it('of refetch requests to all api processes at once one is accepted', async () => {
    const clients = [alice, clientOf('alice', (await stack.start('api')).baseUrl)];
    const answer = withhold('racing', serve(rss({ guid: 'a' })));
    await expectOneOfTen('racing', clients);
    answer();
  });

  it('a refetch is accepted once in an interval, counted from the last fetch, whatever its outcome', async () => {
    const { baseUrl } = await stack.start('api', { RSS_REFETCH_INTERVAL_SECONDS: '300' });
    const client = clientOf('alice', baseUrl);
    /** The last refetch was asked for an hour ago, and began so many seconds ago. */
    const began = (seconds: number) =>
      stack.query(
        `UPDATE rss_refetches SET requested_at = now() - interval '1 hour', started_at = now() - make_interval(secs => $2) WHERE podcast_id = $1`,
        [seed.podcasts['spaced'], seconds],
      );
    feeds.set('spaced', (request, response) => {
      if (request.headers['if-none-match'] === '"v"') response.writeHead(304).end();
      else serve(rss({ guid: 'a' }), { ETag: '"v"' })(request, response);
    });
    for (const status of ['succeeded', 'not_modified']) {
      await taken('spaced', client);
      expect((await ended('spaced')).status).toBe(status);
      await began(200.5); // the api's clock is PostgreSQL's but for some milliseconds
      const wait = await secondsToWait('spaced', client);
      expect([wait, wait > 80 && wait <= 100]).toEqual([wait, true]);
      await began(300);
    }
  });

  it('a refetch is accepted once in an interval, also after a failed one; a refetch in progress is the first reason to refuse', async () => {
    const { baseUrl } = await stack.start('api', { RSS_REFETCH_INTERVAL_SECONDS: '600' });
    const client = clientOf('alice', baseUrl);
    const answer = withhold('limited', (_request, response) => void response.writeHead(500).end());
    await taken('limited', client);
    await expect(ask('limited', client)).rejects.toMatchObject({ status: 409, code: 'refetch_in_progress' });
    answer();
    expect((await ended('limited')).status).toBe('failed');
    const wait = await secondsToWait('limited', client);
    expect([wait, wait >= 1 && wait <= 600]).toEqual([wait, true]);
    // As if that time had passed.
    await stack.query('UPDATE rss_refetches SET started_at = started_at - make_interval(secs => $2) WHERE podcast_id = $1', [
      seed.podcasts['limited'],
      wait,
    ]);
    await taken('limited', client);
  });
});

it.each<[string, NodeJS.Signals, string]>([
  ['told to stop', 'SIGTERM', 'queued'],
  ['killed', 'SIGKILL', 'fetching'],
])('a refetch in the middle of which its worker is %s is done by another', async (_, signal, status) => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  feeds.set('orphaned', () => resolve()); // and says nothing
  await taken('orphaned');
  await begun;
  await worker.stop(signal);
  // Judged before there is another worker: it begins with what is due as soon as it works.
  expect(await latest('orphaned')).toMatchObject({ status, finished_at: null });
  await expect(ask('orphaned')).rejects.toMatchObject({ status: 409, code: 'refetch_in_progress' });
  // The claims of a killed worker lapse; here at once.
  await stack.query(`UPDATE rss_refetches SET due_at = now() WHERE status = 'fetching'`);
  feeds.set('orphaned', serve(rss({ guid: signal })));
  worker = await startWorker();
  await refetch('shrinking'); // whoever is woken does all that is due
  expect(await ended('orphaned')).toMatchObject({ status: 'succeeded', episodes_created: 1 });
});

it("one user's feeds that never answer delay no other user's refetch", async () => {
  const hanging: ServerResponse[] = [];
  const { promise: full, resolve } = Promise.withResolvers<void>();
  feeds.set('hanging', (_request, response) => {
    if (hanging.push(response) === 3) resolve(); // her share
  });
  for (let index = 0; index < 16; index++) await taken(`hanging${index}`);
  await full;
  feeds.set('bobs', serve(rss({ guid: 'b' })));
  const bob = clientOf('bob');
  await taken('bobs', bob);
  const bobs = await ended('bobs', bob);
  expect(bobs).toMatchObject({ status: 'succeeded', episodes_created: 1 });
  feeds.set('hanging', serve(rss()));
  for (const response of hanging) response.end(rss());
  const hers = await Promise.all(Array.from({ length: 16 }, (_, index) => ended(`hanging${index}`)));
  // Order, since a fetch ends by itself after 30 s: his began and ended before any of hers ended, and her others began
  // later.
  const before = (time: string | null) => (time ?? '') < (bobs.finished_at ?? '');
  expect(hers.filter(({ finished_at }) => before(finished_at))).toEqual([]);
  expect(hers.filter(({ started_at }) => before(started_at))).toHaveLength(3);
});

it('automatic refetches ask a host once a second, whatever the number of feeds', async () => {
  feeds.set('automatic', serve(rss({ guid: 'a' })));
  const podcasts = [0, 1, 2].map((one) => seed.podcasts[`hanging${one}`]);
  await stack.query(`UPDATE podcasts SET feed_url = $2 WHERE id = ANY ($1)`, [podcasts, `http://${HOST}/automatic`]);
  await stack.query(`UPDATE feeds SET next_refetch_at = now() - interval '1 minute' WHERE podcast_id = ANY ($1)`, [podcasts]);
  await stack.query('UPDATE feed_hosts SET turn_at = free_at');
  await until(() => asked.filter(({ path }) => path === '/automatic').length >= 3);
  // When the worker began, not when the requests arrived: each of these is late by another time.
  const begun = await stack.query<{ at: Date }>(
    'SELECT started_at AS at FROM rss_refetches WHERE automatic AND podcast_id = ANY ($1) ORDER BY 1',
    [podcasts],
  );
  expect(begun).toHaveLength(3);
  for (const [index, { at }] of begun.slice(1).entries()) expect(at.getTime() - begun[index]!.at.getTime()).toBeGreaterThanOrEqual(1000);
});

it('automatic refetches leave a host alone for as long as it asks for, and are counted; those that are requested ask it', async () => {
  const keys = [RESTING, QUIET].flatMap((host) => [`${host}0`, `${host}1`]);
  const metric = async (labels: string) => {
    const text = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text();
    return Number(new RegExp(`^rss_refetches_finished_total\\{${labels}\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  const [failed, succeeded] = ['outcome="http_error",reason="automatic"', 'outcome="succeeded",reason="automatic"'];
  const before = { failed: await metric(failed), succeeded: await metric(succeeded) };
  for (const path of ['0', '1']) {
    feeds.set(path, (request, response) => {
      if (request.headers.host === RESTING) response.writeHead(503, { 'Retry-After': '3600' }).end();
      else serve(rss({ guid: 'a' }))(request, response);
    });
  }
  const due = (host: string) =>
    stack.query(
      `WITH planned AS (
         INSERT INTO feeds (podcast_id, feed_url, host, next_refetch_at)
         SELECT id, feed_url, $2, now() - interval '1 minute' FROM podcasts WHERE id = ANY ($1)
             ON CONFLICT (podcast_id) DO UPDATE SET feed_url = excluded.feed_url, host = excluded.host, next_refetch_at = excluded.next_refetch_at)
       INSERT INTO feed_hosts (host, free_at, turn_at) VALUES ($2, now(), now()) ON CONFLICT (host) DO UPDATE SET free_at = now(), turn_at = now()`,
      [keys.filter((key) => key.startsWith(host)).map((key) => seed.podcasts[key]), host],
    );
  const askedAt = (one: string) => asked.filter(({ host }) => host === one).length;
  await due(RESTING);
  // Feeds of other tests may be refetched meanwhile, and are counted, too.
  await until(async () => askedAt(RESTING) > 0 && (await metric(failed)) > before.failed);
  await due(QUIET); // begins after that, and takes a second: one for each of its feeds
  await until(async () => askedAt(QUIET) >= 2 && (await metric(succeeded)) >= before.succeeded + 2);
  expect([askedAt(RESTING), askedAt(QUIET)]).toEqual([1, 2]);
  const [host] = await stack.query<{ minutes: number }>(
    'SELECT extract(epoch FROM free_at - now())::float8 / 60 AS minutes FROM feed_hosts WHERE host = $1',
    [RESTING],
  );
  expect(host?.minutes).toBeGreaterThan(50);
  expect(await refetch(`${RESTING}1`)).toMatchObject({ status: 'failed', http_status: 503, failure: { code: 'http_error' } });
  expect(askedAt(RESTING)).toBe(2);
});

it('a video that was uploaded ahead is matched with its episode by a refetch, and the webhook tells of it', async () => {
  await alice.PUT('/api/v1/video-webhook', { body: { url: `https://${HOOKS}/alice` } });
  await until(async () => (await alice.GET('/api/v1/video-webhook')).data.data?.active);
  const stocks = new Stocks(alice, seed.podcasts['told'] ?? '');
  const made: string[] = [];
  for (const match of [{ guid: 'urn:told:1' }, { title: '  the SECOND episode ' }, { guid: 'urn:nobody' }])
    made.push((await stocks.create({ upload_id: await stocks.aVideo(20), match })).id);
  for (const id of made) await stocks.settled(id);
  feeds.set('told', serve(rss({ guid: 'urn:told:2', title: 'The second  episode' }, { guid: 'urn:told:1', title: 'The first' }, { guid: 'urn:told:3', title: 'The third' }))); // prettier-ignore
  expect(await refetch('told')).toMatchObject({ episodes_created: 3, stocks_matched: 2 });
  const brought = await episodes('told');
  const idOf = (guid: string) => brought.find((episode) => episode.guid === guid)?.id;
  expect(await Promise.all(made.map((id) => stocks.show(id)))).toEqual([
    expect.objectContaining({ status: 'matched', matched_by: 'match', matched_episode_id: idOf('urn:told:1'), revision: 3 }),
    expect.objectContaining({ status: 'matched', matched_by: 'match', matched_episode_id: idOf('urn:told:2') }),
    expect.objectContaining({ status: 'ready', matched_episode_id: null }),
  ]);
  const told = await receiver.until('video_stock.matched', 2);
  expect(told.map(({ event }) => event.data['id']).sort()).toEqual(made.slice(0, 2).sort());
  expect((await refetch('told')).stocks_matched).toBe(0);
  await sleep(300);
  expect(receiver.of('video_stock.matched')).toHaveLength(2);
});

describe('a fixtures file', () => {
  const AUDIO = 'https://media_1.example.com./s%20 ä.mp3?of=https://feeds.example.com/a&token=<x>';
  const CHAPTERS = [
    { startTime: 0, title: 'Intro', summary: 'Hello', url: 'https://example.com/a?b=[c]', img: 'https://my_images.example.com/1.jpg' },
    { startTime: 0, endTime: 5.25, toc: false, img: 'https://example.com/2.jpg' },
    { startTime: 60.5, title: 'Main', toc: true },
  ];

  /** The podcast as the API shows it, in the form of a fixtures file. */
  async function shown(podcast: string) {
    const list = (await alice.GET(EPISODES, { params: { path: { podcast } } })).data.data;
    const asVtt = { headers: { Accept: 'text/vtt' }, parseAs: 'text' } as const;
    const found = list.map(async ({ id, title, guid, duration_seconds, published_at, transcription, audio_url, transcript, chapters }) => ({
      ...{ key: title, title, guid, duration_seconds, published_at, transcription, audio_url },
      transcript: transcript && { format: transcript.format, content: (await alice.GET(TRANSCRIPT, { ...ofEpisode(id), ...asVtt })).data },
      chapters: chapters ? (await alice.GET(CHAPTERS_OF, ofEpisode(id))).data.data.chapters : [],
    }));
    const titleOf = (episode: string | null): string | undefined => list.find(({ id }) => id === episode)?.title;
    const stocks = (await alice.GET('/api/v1/video-stocks', { params: { query: { podcast_id: podcast } } })).data.data;
    const video_stocks = stocks.map(({ client_key, status, title, match, duration_seconds, matched_episode_id, matched_by, failure }) => ({
      ...{ key: client_key, client_key, status, title, match, duration_seconds, matched_by },
      ...{ matched_episode: titleOf(matched_episode_id) ?? null, failure_code: failure?.code ?? null },
    }));
    const byKey = <T extends { key: string }>(all: readonly T[]) => all.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return { episodes: byKey(await Promise.all(found)), video_stocks: byKey(video_stocks) };
  }

  it("a fixtures file made from the API's answers stores the same data", async () => {
    const podcast = seed.podcasts['carried']!;
    const stocks = new Stocks(alice, podcast);
    const stock = async (client_key: string, bytes: Buffer, more: Partial<Registration>): Promise<string> => {
      const { id } = await stocks.create({ client_key, upload_id: await stocks.uploaded(bytes), ...more });
      await stocks.settled(id);
      return id;
    };
    await stock('a.matched', anMp4({ seconds: 20 }), { title: 'The video', match: { guid: 'spaced  guid', title: 'any' } });
    await stock('b.ready', anMp4({ seconds: 30 }), { match: { title: 'Nobody’s' } });
    await stock('c.failed', Buffer.from('no video'), {});
    const canceled = await stock('d:canceled', anMp4({ seconds: 40 }), { title: 'Not this one' });
    const ofStock = (id: string) => ({ params: { path: { stock: id } } });
    await alice.POST('/api/v1/video-stocks/{stock}/cancel', { ...ofStock(canceled), body: {} });
    const linked = await stock('e-linked', anMp4({ seconds: 50 }), {});
    const items: Item[] = [
      { guid: ' spaced  guid ', title: 'x'.repeat(1000), audio: AUDIO.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), date: 'Fri, 02 Jan 2026 08:00:00 EST', more: '<itunes:duration>1:00:00</itunes:duration>' },
      { title: 'Without a guid', audio: `https://media.example.com/${'y'.repeat(2000)}.mp3` },
      { guid: 'urn:silent', title: '=SUM(1) 🎙 &amp; "quotes"' },
    ]; // prettier-ignore
    feeds.set('carried', serve(rss(...items)));
    expect(await refetch('carried')).toMatchObject({ status: 'succeeded', episodes_created: 3 });
    const list = (await alice.GET(EPISODES, { params: { path: { podcast } } })).data.data;
    const idOf = (title: string): string => list.find((episode) => episode.title.startsWith(title))?.id ?? '';
    await alice.POST('/api/v1/video-stocks/{stock}/link', { ...ofStock(linked), body: { episode_id: idOf('Without') } });
    const content =
      'WEBVTT\n\n00:01.000 --> 00:01.000\n<v Ann &amp; Ben>Hello &lt;there&gt;\n\n123:00:03.000 --> 123:00:04.000\nMore\nlines\n';
    expect((await alice.PUT(TRANSCRIPT, { ...ofEpisode(idOf('Without')), body: { content } })).response.status).toBe(201);
    expect((await alice.PUT(CHAPTERS_OF, { ...ofEpisode(idOf('x')), body: { chapters: CHAPTERS } })).response.status).toBe(201);

    const before = await shown(podcast);
    expect(before.video_stocks.map(({ status }) => status)).toEqual(['matched', 'ready', 'failed', 'canceled', 'matched']);
    expect(before.episodes.map(({ audio_url }) => audio_url)).toContain(AUDIO);
    const loaded = await stack.load({
      podcasts: [{ key: 'again', title: 'Again', owner: seed.users['alice'], ownership_confirmed: true, ...before }],
    });
    expect(await shown(loaded.podcasts['again']!)).toEqual(before);
  });
});
