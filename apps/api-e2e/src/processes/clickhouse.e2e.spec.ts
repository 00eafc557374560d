import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const PAST = '2026-01-01T00:00:00Z';
const AUDIO = 'https://media.example.com/1.mp3';
const TODAY = new Date().toISOString().slice(0, 10);

let server: ClickHouseServer;
let stack: Stack;
let seed: Loaded;
let api: Running;
let worker: Running;
let client: Client;

const episode = (key: string, downloads: readonly object[] = []) => ({
  key,
  title: `=${key}`,
  published_at: PAST,
  audio_url: AUDIO,
  downloads,
});
const fixtures = {
  users: [
    { key: 'alice', name: 'Alice', tokens: [{ key: 'read', permissions: ['read'] }] },
    { key: 'bob', name: 'Bob' },
  ],
  podcasts: [
    {
      key: 'bobs',
      title: 'Of Bob',
      owner: 'bob',
      ownership_confirmed: true,
      episodes: [episode('left', [{ at: '2026-03-01T18:29:59.125Z', listener: 'ann' }])],
    },
    {
      key: 'tech',
      title: 'Tech',
      owner: 'alice',
      ownership_confirmed: true,
      episodes: [
        episode('one', [
          { at: '2026-03-01T18:29:59Z', listener: 'ann' },
          { at: '2026-03-01T18:30:00Z', listener: 'ann' },
          { at: '2026-03-02T18:29:59Z', listener: 'ann' },
          { at: '2026-03-02T12:00:00Z', listener: 'ben' },
        ]),
        ...['two', 'away', 'hung', 'lost'].map((key) => episode(key)),
      ],
    },
  ],
};

beforeAll(async () => {
  if (!hasClickHouse) return;
  server = await ClickHouseServer.start();
  stack = await Stack.create({ DOWNLOADS_URL: server.url, TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100000' });
  expect(await stack.admin('migrate')).toEqual({ applied: ['clickhouse: downloads'] });
  seed = await stack.load(fixtures);
  [api, worker] = [await stack.start('api'), await stack.start('worker', { WORKER_PORT: '0' })];
  client = new Client(api.baseUrl, seed.tokens['read']);
}, 180_000);
afterAll(async () => {
  await stack?.destroy();
  await server?.destroy();
});

const listen = (key: string, address: string) =>
  new Client(api.baseUrl).request('GET', `/e/${seed.episodes[key]}`, {
    headers: { 'User-Agent': 'AntennaPod/3.4.0', 'X-Forwarded-For': address },
  });
const analytics = (query: string) => client.get(`/api/v1/podcasts/${seed.podcasts['tech']}/${query}`);
/** Downloads of an episode today, as the API tells. */
async function today(key: string): Promise<number> {
  const { status, json } = await analytics(`analytics?from=${TODAY}&to=${TODAY}&episode_id=${seed.episodes[key]}`);
  expect(status).toBe(200);
  return (json as { data: { downloads: number }[] }).data.reduce((sum, { downloads }) => sum + downloads, 0);
}

if (!hasClickHouse) it('the suites of ClickHouse need chdb', () => undefined);
else {
  describe('with DOWNLOADS_URL (contract 16.11)', () => {
    it('with DOWNLOADS_URL fixtures are in ClickHouse, and figures come from there, in a half-hour zone too', async () => {
      const query = 'from=2026-03-01&to=2026-03-31&timezone=Asia/Kolkata';
      const [file, page] = [await analytics(`analytics.csv?${query}`), await analytics(`analytics?${query}`)];
      const id = seed.episodes['one'];
      expect(file.text).toBe(
        'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n' +
          `2026-03-01,${id},'=one,1,1,true\r\n2026-03-02,${id},'=one,3,2,true\r\n`,
      );
      expect((page.json as { data: unknown[] }).data).toEqual([
        { date: '2026-03-01', episode_id: id, episode_title: '=one', downloads: 1, unique_listeners: 1, is_final: true },
        { date: '2026-03-02', episode_id: id, episode_title: '=one', downloads: 3, unique_listeners: 2, is_final: true },
      ]);
      expect(
        (
          await client.request('GET', `/api/v1/podcasts/${seed.podcasts['tech']}/analytics.csv?${query}`, {
            headers: { 'If-None-Match': file.headers.get('etag') ?? '' },
          })
        ).status,
      ).toBe(304);
      expect(await stack.query('SELECT FROM downloads')).toEqual([]);
    });

    it('with ClickHouse a download is visible within ten seconds, and one listener counts once', async () => {
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) expect((await listen('two', address)).status).toBe(302);
      await until(async () => (await today('two')) === 2);
    });

    it('while ClickHouse is away listeners go on, figures are 503, the process stays ready, and what was counted arrives', async () => {
      await server.kill();
      expect((await listen('away', '192.0.2.1')).status).toBe(302);
      for (const path of ['analytics', 'analytics.csv']) {
        const { status, headers, json } = await analytics(`${path}?from=${TODAY}&to=${TODAY}`);
        expect([status, headers.get('retry-after'), json]).toEqual([
          503,
          '5',
          expect.objectContaining({ errors: [expect.objectContaining({ code: 'unavailable' })] }),
        ]);
      }
      await until(async () => {
        const { status, json } = await new Client(api.baseUrl).get('/health/ready');
        return status === 200 && (json as { degraded?: string[] }).degraded?.includes('clickhouse') === true;
      });
      await until(async () => (await stack.query('SELECT FROM download_log')).length > 0);
      await server.restart();
      await until(async () => (await analytics(`analytics?from=${TODAY}&to=${TODAY}`)).status === 200);
      await until(async () => (await today('away')) === 1);
    });

    it('a killed worker and a lost acknowledgement neither lose nor double a download', async () => {
      server.loseAnswers(1);
      expect((await listen('lost', '192.0.2.1')).status).toBe(302);
      await until(async () => (await today('lost')) === 1); // ClickHouse has stored it, and its answer was lost
      await worker.stop('SIGKILL');
      expect((await listen('lost', '192.0.2.2')).status).toBe(302);
      await until(async () => (await stack.query('SELECT FROM download_log')).length === 2);
      await stack.query(`UPDATE download_log SET claimed_until = NULL`); // the lease of the killed one has ended
      worker = await stack.start('worker');
      await until(async () => (await stack.query('SELECT FROM download_log')).length === 0);
      expect(await today('lost')).toBe(2);
    });
  });

  it('the export of a user has the downloads in ClickHouse, and an erasure leaves none', async () => {
    const output = join(stack.dir, 'user.tar.gz');
    await stack.admin('user', 'export', seed.users['bob'] ?? '', '--output', output);
    const rows = execFileSync('tar', ['-xzOf', output, 'rows/downloads-of-clickhouse.ndjson'], { encoding: 'utf8' });
    expect(
      rows
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([{ episode_id: seed.episodes['left'], at: '2026-03-01 18:29:59.125000', id: expect.any(String), listener: 'ann' }]);
    const left = () => server.rows(`SELECT 1 FROM downloads WHERE podcast_id = '${seed.podcasts['bobs']}'`);
    expect(await left()).toHaveLength(1);
    expect(await stack.admin('user', 'erase', seed.users['bob'] ?? '')).toMatchObject({ erased: true });
    expect(await left()).toEqual([]);
    expect((await server.rows('SELECT 1 FROM downloads')).length).toBeGreaterThan(0); // those of others
  });

  it('admin downloads copy brings what PostgreSQL has, again and again, to the same figures', async () => {
    const before = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
    try {
      const loaded = await before.load(fixtures);
      const file = async (env: NodeJS.ProcessEnv) => {
        const one = await before.start('api', env);
        const path = `/api/v1/podcasts/${loaded.podcasts['tech']}/analytics.csv?from=2026-03-01&to=2026-03-31&timezone=Asia/Kathmandu`;
        const { text } = await new Client(one.baseUrl, loaded.tokens['read']).get(path);
        await one.stop();
        return text;
      };
      const expected = await file({});
      for (let n = 0; n < 2; n += 1) {
        const { stdout, stderr } = await before.adminEnded(['downloads', 'copy'], { DOWNLOADS_URL: server.url });
        expect([stderr, JSON.parse(stdout)]).toEqual(['', { copied: 5 }]);
      }
      expect(await file({ DOWNLOADS_URL: server.url })).toBe(expected);
      expect((await before.adminEnded(['downloads', 'copy'])).stderr).toContain('DOWNLOADS_URL');
    } finally {
      await before.destroy();
    }
  });
}

describe('DOWNLOADS_URL', () => {
  it('DOWNLOADS_URL is judged at the start, may be a file, and is quoted nowhere', async () => {
    const plain = await Stack.create();
    try {
      const path = join(plain.dir, 'url');
      await writeFile(path, 'http://default:secret@127.0.0.1:1/podcasts\n');
      expect(await plain.adminEnded(['env', 'check'], { DOWNLOADS_URL_FILE: path })).toMatchObject({ status: 0 });
      for (const url of ['clickhouse://u:secret@h/db', 'http://u:secret@h:8123', 'http://u:secret@h:8123/db?x=1', 'secret']) {
        const { status, stderr } = await plain.adminEnded(['env', 'check'], { DOWNLOADS_URL: url });
        expect([status, stderr]).toEqual([
          1,
          expect.stringContaining('DOWNLOADS_URL must be a URL of the form http[s]://user:password@host:port/database'),
        ]);
        expect(stderr).not.toContain('secret');
      }
      // Nothing answers there: one clear line, and nothing of the password.
      const { status, stderr } = await plain.adminEnded(['migrate'], { DOWNLOADS_URL_FILE: path });
      expect([status, stderr.trim().split('\n').length, stderr]).toEqual([1, 1, expect.not.stringContaining('secret')]);
    } finally {
      await plain.destroy();
    }
  });
});
