import { connect, type Socket } from 'node:net';
import { createClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const APP = 'AntennaPod/3.4.0';
const PAST = '2026-01-01T00:00:00Z';
const AUDIO = 'https://media.example.com/1.mp3';

const notFound = { message: expect.any(String), errors: [{ field: null, code: 'not_found', message: expect.any(String) }] };

let stack: Stack;
let seed: Loaded;
let apis: Running[];

const published = (key: string) => ({ key, title: key, published_at: PAST, audio_url: AUDIO });
const heard = [
  'redirect',
  'crowd',
  'two',
  'bots',
  'apps',
  'agents',
  'head',
  'proxies',
  'term',
  'kill',
  'visible',
  'range',
  'probes',
  'prefetches',
  'nameless',
  'crowded',
  'away',
  'behind',
  'marker',
];

const large = (key: string, title: string, owner: string, count: number) => ({
  key,
  title,
  owner,
  ownership_confirmed: true,
  episodes: Array.from({ length: count }, (_, n) => ({ key: `${key}-${n}`, title: `${n} ${'x'.repeat(2000)}` })),
});

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '1' });
  seed = await stack.load({
    users: [
      { key: 'alice', name: 'Alice', tokens: [{ key: 'read', permissions: ['read'] }, { key: 'update', permissions: ['update'] }] },
    ],
    podcasts: [
      {
        key: 'tech', title: 'Tech', owner: 'alice', ownership_confirmed: true,
        episodes: [
          ...heard.map(published),
          { key: 'silent', title: 'No audio', published_at: PAST },
          { key: 'draft', title: 'Not published', audio_url: AUDIO },
          { key: 'tomorrow', title: 'Not yet', audio_url: AUDIO, published_at: new Date(Date.now() + 86_400_000).toISOString() },
          published('words'),
          { ...published('exact'), audio_url: 'https://media.example.com/a%20b.mp3?x=%2F&y=a+b' },
        ],
      },
      large('large', 'Large', 'alice', 60),
      large('huge', 'Huge', 'alice', 120),
    ],
  }); // prettier-ignore
  apis = await Promise.all([stack.start('api'), stack.start('api')]);
});
afterAll(() => stack.destroy());

const id = (key: string) => seed.episodes[key] ?? key;
const listen = (key: string, headers: Record<string, string> = {}, api = apis[0]!, method = 'GET') =>
  new Client(api.baseUrl).request(method, `/e/${id(key)}`, { headers: { 'User-Agent': APP, ...headers } });
const counted = async (key: string) =>
  (await stack.query<{ count: number }>('SELECT count(*)::int AS count FROM downloads WHERE episode_id = $1', [id(key)]))[0]?.count;
let markers = 0;
/**
 * Waits until the processes have written the hits that they took so far. Hits are written in order, except that the
 * last one of a listener comes with the next batch: what two markers in turn have followed is written.
 */
async function written(processes: readonly Running[] = apis): Promise<void> {
  for (let batch = 0; batch < 2; batch += 1) {
    const expected = markers + processes.length;
    for (const api of processes) await listen('marker', { 'X-Forwarded-For': `192.0.2.${(markers += 1)}` }, api);
    await until(async () => (await counted('marker')) === expected);
  }
}

describe('GET /e/{episode} (contract 12.5)', () => {
  it('GET /e/{episode} is 302 to the audio, without a token and outside the limits', async () => {
    for (let n = 0; n < 10; n++) {
      const answer = await listen('redirect');
      expect([answer.status, answer.headers.get('location'), answer.text, answer.headers.get('ratelimit')]).toEqual([302, AUDIO, '', null]);
    }
    expect((await listen('redirect', { Authorization: 'Bearer pat_x' })).status).toBe(302);
    const byRoute = await new Client(apis[0]!.baseUrl).get(`/e/${id('redirect').toUpperCase()}?utm_source=app&x`);
    const names = ({ headers }: typeof byRoute) => [...headers.keys()];
    expect([byRoute.status, names(byRoute)]).toEqual([302, names(await listen('redirect'))]);
  });

  it('GET /e/{episode} gives the URL as it was written, and as a header may have it', async () => {
    expect((await listen('exact')).headers.get('location')).toBe('https://media.example.com/a%20b.mp3?x=%2F&y=a+b');
    // As a feed may have brought it.
    await stack.query('UPDATE episodes SET audio_url = $2 WHERE id = $1', [
      id('words'),
      'https://media.example.com/épisode 1.mp3?é=ü\r\nX: y',
    ]);
    expect((await listen('words')).headers.get('location')).toBe('https://media.example.com/%C3%A9pisode%201.mp3?%C3%A9=%C3%BCX:%20y');
  });

  it.each(['silent', 'draft', 'tomorrow', '01a1fc4b-8e85-72bc-87b6-49659652e670', '1', '..%2f', 'x'.repeat(500)])(
    'GET /e/{episode} is 404 for %s',
    async (key) => {
      const answer = await listen(key);
      expect([answer.status, answer.json]).toEqual([404, notFound]);
    },
  );

  it('GET /e/{episode} knows no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await listen('redirect', {}, apis[0], method)).status).toBe(404);
  });
});

describe('a redirect', () => {
  it('a redirect is answered and counted while every other request waits for the database', async () => {
    const api = await stack.start('api', { DATABASE_POOL_SIZE: '2' });
    const waiting = () =>
      stack
        .query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        .then(({ length }) => length);
    await stack.session(async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE api_tokens IN ACCESS EXCLUSIVE MODE');
      const client = new Client(api.baseUrl, seed.tokens['read']);
      const held = Promise.allSettled(Array.from({ length: 20 }, () => client.get('/api/v1/podcasts')));
      await until(async () => (await waiting()) > 0); // tokens are looked up in batches, one statement at a time
      expect((await listen('crowded', {}, api)).status).toBe(302);
      await until(async () => (await counted('crowded')) === 1);
      await query('ROLLBACK');
      await held;
    });
    await api.stop();
  });
});

describe('a download', () => {
  it('200 simultaneous requests of one listener count as one download', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => listen('crowd')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    await written();
    expect(await counted('crowd')).toBe(1);
  });

  it('requests of one listener to two api processes count as one download', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => listen('two', {}, apis[n % 2])));
    await written();
    expect(await counted('two')).toBe(1);
  });

  it('all range requests for a file count as one download', async () => {
    for (const range of ['bytes=0-1', 'bytes=0-', 'bytes=1000-2000']) await listen('range', { Range: range });
    await written();
    expect(await counted('range')).toBe(1);
  });

  it('each user agent counts as a download of its own', async () => {
    for (const agent of ['Castro 1', 'Castro 2', 'Castro 1']) await listen('agents', { 'User-Agent': agent });
    await written();
    expect(await counted('agents')).toBe(2);
  });

  it('a request without a user agent is not counted', async () => {
    await listen('nameless', { 'User-Agent': '' });
    await bare(`/e/${id('nameless')}`);
    await written();
    expect(await counted('nameless')).toBe(0);
  });

  it('a range of two bytes or fewer is redirected and not counted', async () => {
    for (const range of ['bytes=0-1', 'bytes=0-0', 'bytes=-2']) expect((await listen('probes', { Range: range })).status).toBe(302);
    await written();
    expect(await counted('probes')).toBe(0);
    await listen('probes', { Range: 'bytes=0-' });
    await written();
    expect(await counted('probes')).toBe(1);
  });

  it('a prefetch is not counted', async () => {
    const headers = { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch', 'X-Moz': 'prefetch' };
    for (const [name, value] of Object.entries(headers)) expect((await listen('prefetches', { [name]: value })).status).toBe(302);
    await written();
    expect(await counted('prefetches')).toBe(0);
  });

  it('a HEAD request is not counted', async () => {
    const answer = await listen('head', {}, apis[0], 'HEAD');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, AUDIO]);
    await written();
    expect(await counted('head')).toBe(0);
  });

  it('bots and watches are redirected and not counted, and every podcast app is counted', async () => {
    const watch = 'atc/1.0 watchOS/10.0 model/Watch6,7 hwp/t8301 build/21R356';
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'facebookexternalhit/1.1', watch])
      expect((await listen('bots', { 'User-Agent': agent })).status).toBe(302);
    const apps = [
      'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
      'Pocket Casts',
      'sp-agent',
      'AmazonMusic%2F17.16.2',
      'spotify_android-tablet',
    ];
    for (const agent of apps) await listen('apps', { 'User-Agent': agent });
    await written();
    expect([await counted('bots'), await counted('apps')]).toEqual([0, apps.length]);
  });

  it('listeners are told apart by the address before TRUST_PROXY hops, IPv6 addresses by their /64', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2', '9.9.9.9, 203.0.113.1', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'])
      await listen('proxies', { 'X-Forwarded-For': address });
    await written();
    expect(await counted('proxies')).toBe(4);
  });

  it('a download is in the figures within ten seconds', async () => {
    await listen('visible');
    const client = createClient({ baseUrl: apis[1]!.baseUrl, token: seed.tokens['read'] ?? '' });
    const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    const params = { path: { podcast: seed.podcasts['tech'] ?? '' }, query: { from, to } };
    await until(async () => {
      await stack.query('DELETE FROM rate_limit_windows');
      const { data } = await client.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, parseAs: 'text' });
      return data.includes(`,${id('visible')},visible,1,1,false\r\n`);
    });
  });

  it('a download leaves neither address nor agent in database or log', async () => {
    const rows = await stack.query<{ text: string }>(
      `SELECT d::text AS text FROM downloads d UNION ALL SELECT w::text FROM download_windows w UNION ALL SELECT k::text FROM listener_keys k`,
    );
    const everything = [...rows.map(({ text }) => text), ...apis.map((api) => api.output())].join('\n');
    expect(everything).toContain(id('crowd'));
    for (const secret of ['203.0.113', '2001:db8', '127.0.0.1:', APP, 'Castro']) expect(everything).not.toContain(secret);
  });
});

describe('an api process', () => {
  const distinct = (n: number) => ({ 'X-Forwarded-For': `198.51.${Math.floor(n / 250)}.${n % 250}` });

  it('an api process after a SIGTERM counts every download that it has answered', async () => {
    const api = await stack.start('api');
    let answered = 0;
    let going = true;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let n = 0; going; n++) {
        const answer = await listen('term', distinct(n * 8 + caller), api).catch(() => undefined);
        if (answer?.status !== 302) return;
        answered += 1;
      }
    });
    await until(() => answered > 50);
    expect(await api.stop()).toBe(0);
    going = false;
    await Promise.all(callers);
    expect(await counted('term')).toBe(answered);
  });

  it('an api process after a SIGTERM finishes the request in progress and begins no further one of the connection', async () => {
    const api = await stack.start('api');
    const socket = connect({ port: Number(new URL(api.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const ended = new Promise<void>((resolve, reject) => {
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.once('end', resolve).once('error', reject);
    });
    const body = '{"chapters":[]}';
    socket.write(
      `PUT /api/v1/episodes/${id('behind')}/chapters HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seed.tokens['update']}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n{`,
    );
    const goesOn = 'HTTP/1.1 100 Continue\r\n\r\n';
    await until(() => text === goesOn); // it waits for the rest of the body
    text = '';
    const stopped = api.stop();
    await until(() =>
      fetch(`${api.baseUrl}/health/live`).then(
        () => false,
        () => true,
      ),
    ); // it listens no more
    socket.write(`${body.slice(1)}GET /e/${id('behind')} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${APP}\r\n\r\n`);
    await ended;
    socket.end();
    expect(await stopped).toBe(0);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect([await counted('behind'), api.output().includes('"path":"/e/')]).toEqual([0, false]);
  });

  it('an api process after a SIGKILL keeps every download that it has written', async () => {
    const api = await stack.start('api');
    for (let n = 0; n < 50; n++) await listen('kill', distinct(n), api);
    await until(async () => (await counted('kill')) === 50);
    await api.stop('SIGKILL');
    expect(await counted('kill')).toBe(50);
  });

  it('an api process keeps downloads that it could not write, and writes them later, once', async () => {
    const api = await stack.start('api');
    await stack.query('ALTER TABLE downloads RENAME TO downloads_away');
    for (let n = 0; n < 20; n++) expect((await listen('away', distinct(n), api)).status).toBe(302);
    await until(() => api.output().includes('downloads cannot be counted'));
    await stack.query('ALTER TABLE downloads_away RENAME TO downloads');
    await written([api]);
    expect(await counted('away')).toBe(20);
    expect(api.output()).toContain('downloads are counted again');
    await api.stop();
  });

  it('an api process tells Prometheus what it counts and leaves out', async () => {
    const { text } = await new Client(apis[0]!.baseUrl).get('/metrics');
    expect(text).toMatch(/^downloads_counted_total [1-9]/m);
    expect(text).toMatch(/^downloads_left_out_total\{reason="repeated"\} [1-9]/m);
    expect(text).toMatch(/^downloads_left_out_total\{reason="bot"\} [1-9]/m);
    expect(text).toMatch(/^downloads_waiting 0$/m);
  });
});

describe('a large export', () => {
  /** Connections that read for an export. */
  const reading = () =>
    stack.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'api' AND state <> 'idle' AND query LIKE '%exported%' AND pid <> pg_backend_pid()`,
    );
  const pathOf = (podcast: string) => `/api/v1/podcasts/${seed.podcasts[podcast]}/analytics.csv?from=2025-01-01&to=2025-12-31`;
  /** Reads a little and then nothing more. A busy machine may answer 503: then it asks again. */
  const lazy = (podcast: string, token: string, api = apis[0]!): Promise<Socket> =>
    until(async () => {
      await stack.query('DELETE FROM rate_limit_windows');
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
      socket.write(
        `GET ${pathOf(podcast)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${seed.tokens[token]}\r\n\r\n`,
      );
      const begin = await new Promise<Buffer>((resolve, reject) => socket.once('data', resolve).once('error', reject));
      if (!begin.toString('latin1').startsWith('HTTP/1.1 503')) return socket.pause();
      return void socket.destroy();
    });
  /** The rest of what was sent, as Latin-1. */
  const rest = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)));
    socket.resume();
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return text;
  };
  const noneRuns = () => until(async () => (await stack.query('SELECT FROM running_exports')).length === 0);

  beforeAll(async () => {
    // Episodes of 365 days, with titles of 2 kB: 44 MB and 88 MB.
    await stack.query(
      `INSERT INTO downloads (id, episode_id, at, listener)
       SELECT gen_random_uuid(), e.id, '2025-01-01T12:00:00Z'::timestamptz + d * interval '1 day', 'x'
         FROM episodes e JOIN podcasts p ON p.id = e.podcast_id, generate_series(0, 364) d WHERE p.title IN ('Large', 'Huge')`,
    );
  });

  it('a large export holds no connection for a client that reads slowly, which gets the whole file when it goes on', async () => {
    const socket = await lazy('large', 'read');
    await until(async () => (await reading()).length === 0);
    const text = await rest(socket);
    expect(text.endsWith('0\r\n\r\n')).toBe(true);
    expect(text.match(/2025-12-31,/g)).toHaveLength(60);
    await noneRuns();
  });

  it('a large export ends when its client goes away', async () => {
    const socket = await lazy('huge', 'read');
    await until(async () => (await reading()).length === 1);
    socket.destroy();
    await until(async () => (await reading()).length === 0);
    await noneRuns();
  });

  it('an export whose database connection breaks is cut short, so that it does not look complete', async () => {
    const socket = await lazy('huge', 'read');
    const one = await until(async () => (await reading())[0]);
    await stack.query('SELECT pg_terminate_backend($1)', [one.pid]);
    expect((await rest(socket)).endsWith('0\r\n\r\n')).toBe(false);
    expect((await listen('redirect')).status).toBe(302);
    expect((await reading()).filter(({ pid }) => pid !== one.pid)).toEqual([]);
    await until(async () => (await reading()).length === 0); // PostgreSQL takes a moment to end a session
    await noneRuns();
  });

  it('a large export runs twice at once for a user, over all processes, and a third is 429 until one has ended', async () => {
    const sockets = [await lazy('large', 'read'), await lazy('large', 'read', apis[1])];
    const client = new Client(apis[1]!.baseUrl, seed.tokens['read']);
    await stack.query('DELETE FROM rate_limit_windows');
    const refused = await client.get(pathOf('large'));
    expect([refused.status, refused.headers.get('retry-after'), refused.json.errors]).toEqual([
      429,
      '10',
      [{ field: null, code: 'too_many_exports', message: expect.any(String), limit: 2 }],
    ]);
    sockets[0]?.destroy();
    await until(async () => {
      await stack.query('DELETE FROM rate_limit_windows');
      return (await client.request('HEAD', pathOf('large'))).status === 200;
    });
    sockets[1]?.destroy();
    await noneRuns();
  });
});

/** A request without a user agent, which fetch cannot make. */
function bare(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(apis[0]!.baseUrl).port), '127.0.0.1');
    socket.once('data', () => resolve(void socket.destroy())).once('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
}
