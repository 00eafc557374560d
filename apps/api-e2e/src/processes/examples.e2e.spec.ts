import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CertificateAuthority } from '@app/certificates';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { chromiumPath } from '@app/stack/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Client } from '../client.js';
import { nodes } from '../nodes.js';
import { withPage } from '../page.js';
import { Receiver } from '../receiver.js';
import { blocks, replay } from '../sessions.js';
import { ROOT, Stack, type Ended, type Loaded, type Running } from '../stack.js';

const HOST = 'hooks.example.com';
const BAD = '1\n00:00:03,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nthere\n';

let stack: Stack;
let receiver: Receiver;
let api: Running;
let baseUrl: string;
let feedPort: number;
let seed: Loaded;
let env: Record<string, string>;

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  feedPort = await getPort({ host: '127.0.0.1' });
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_RETRY_DELAYS: '1,1,1,1,1',
    RSS_REFETCH_INTERVAL_SECONDS: '1', // an automatic refetch may have come before
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port},feeds.example.com:80:127.0.0.1:${feedPort}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  api = await stack.start('api');
  ({ baseUrl } = api);
  await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  await symlink(join(ROOT, 'node_modules'), join(stack.dir, 'node_modules'));
  await writeFile(join(stack.dir, 'chapters.json'), JSON.stringify({ chapters: [{ startTime: 0, title: 'Intro' }] }));
  for (const name of ['talk.mp4', 'video.mp4']) await writeFile(join(stack.dir, name), anMp4({ seconds: 61 }));
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
});

beforeEach(async () => {
  for (const name of ['talk.srt', 'transcript.srt']) await writeFile(join(stack.dir, name), BAD);
  const downloads = [{ at: '2026-10-02T08:00:00Z', listener: 'l1' }];
  seed = await stack.load({
    users: [{ key: 'ada', name: 'Ada', available_seconds: 3600, tokens: [{ key: 't', permissions: ['read', 'update', 'delete'] }] }],
    podcasts: [
      {
        key: 'tech',
        title: 'Tech Weekly',
        owner: 'ada',
        ownership_confirmed: true,
        episodes: [{ key: 'e', title: 'Queues', guid: 'urn:tech-weekly:12', downloads }],
      },
    ],
  });
  env = {
    PATH: process.env['PATH'] ?? '',
    PODCAST_API: baseUrl,
    PODCAST_TOKEN: seed.tokens['t'] ?? '',
    PODCAST_CONFIG: join(stack.dir, 'podcast.json'),
    PODCAST: seed.podcasts['tech'] ?? '',
    EPISODE: seed.episodes['e'] ?? '',
  };
});

function run(command: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(command, args, { cwd: stack.dir, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr })));
}

describe('docs/client.md', () => {
  it('docs/client.md uploads a transcript in ten lines', () => {
    const [first] = blocks('client.md', 'js');
    expect(first?.code).toContain("client.PUT('/api/v1/episodes/{episode}/transcript'");
    expect(first?.code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
  });

  it.each(nodes())('docs/client.md has examples that run as they stand in %s', async (_, node) => {
    await writeFile(join(stack.dir, 'talk.srt'), BAD.replace('03,000 --> 00:00:02,500', '01,000 --> 00:00:02,500'));
    const printed: string[] = [];
    for (const [index, { code }] of blocks('client.md', 'js').entries()) {
      await writeFile(join(stack.dir, `example-${index}.mjs`), code);
      const { status, stdout, stderr } = await run(node, [`example-${index}.mjs`]);
      expect([index, status, stderr]).toEqual([index, 0, '']);
      printed.push(stdout);
    }
    expect(printed).toEqual(['2\n', 'WEBVTT\n', 'Queues chapters,video\n', '422 no_times 1\n', 'completed\n']);
  });
});

if (chromiumPath === undefined) console.info('No Chromium is on the PATH: the client is not tried in a page.');
else {
  describe('the client in a page of another origin', () => {
    it('the client in a page of another origin lists, uploads, reads errors and verifies notifications', async () => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const body = JSON.stringify({ id: 'e', type: 'video_quota.low', createdAt: new Date().toISOString(), data: {} });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = `v1,${createHmac('sha256', key).update(`e.${timestamp}.${body}`).digest('base64')}`;
      const headers = { 'webhook-id': 'e', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
      const work = { baseUrl, token: env['PODCAST_TOKEN'], podcast: env['PODCAST'], episode: env['EPISODE'] };
      const call = `exchange(${JSON.stringify({ ...work, notification: { body, headers, secret } })})`;
      expect(await withPage('client-page.ts', stack.dir, (page) => page.evaluate(call))).toEqual({
        titles: ['Queues'],
        stored: 1,
        refused: ['no_times', true],
        progress: 2_500_000,
        upload: ['talk.mp4', 2_500_000, 'completed'],
        type: 'video_quota.low',
      });
    });
  });
}

/** The reader's shell, in which the operator's commands run as well. */
const reader = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...stack.environment,
  ...env,
  HOME: stack.dir,
  XDG_CONFIG_HOME: '',
  GITHUB_ACTIONS: '',
});

describe('docs/cli.md', () => {
  it('docs/cli.md shows sessions as they are', async () => {
    for (const { command, shown, printed } of await replay('cli.md', { cwd: stack.dir, env: reader() }))
      expect(`$ ${command}\n${printed}`).toBe(`$ ${command}\n${shown}`);
  });
});

describe('docs/tutorial-release.md', () => {
  it('docs/tutorial-release.md leads from an account without episodes to a released episode, by podcast alone', async () => {
    expect(blocks('tutorial-release.md', 'console')[0]?.code).toContain(
      'OUTBOUND_CONNECT_TO=feeds.example.com:80:127.0.0.1:8070 npm start',
    );
    // The other tutorial goes through npm; this one saves the time that it takes.
    const npm = `npm() { shift 4; ${process.execPath} ${join(ROOT, 'apps/admin/bundle/main.js')} "$@"; };`;
    // The ports and the folder are the test's own; everything else is the reader's.
    const rewrite = (code: string) => `${npm} ${code.replaceAll('8070', String(feedPort)).replace('http://127.0.0.1:3000', baseUrl)}`;
    const { PODCAST_TOKEN: _, PODCAST_API: __, PODCAST_CONFIG: ___, ...own } = reader();
    const replayed = await replay('tutorial-release.md', { cwd: stack.dir, env: own, rewrite });
    expect(replayed).toHaveLength(15);
    for (const { command, shown, printed } of replayed)
      expect(`$ ${command}\n${printed.replaceAll(stack.dir, '/home/ada')}`).toBe(`$ ${command}\n${shown}`);
  });
});

describe('docs/examples/release.mjs', () => {
  const GUID = 'urn:tech-weekly:13';
  const ITEM = `<item><title>Streams</title><guid>${GUID}</guid><pubDate>Thu, 01 Oct 2026 00:00:00 GMT</pubDate></item>`;

  it('docs/examples/release.mjs releases a new episode in less than 40 lines and at most 15 requests', async () => {
    const feed = createServer((_, response) => response.end(`<rss version="2.0"><channel><title>Tech</title>${ITEM}</channel></rss>`));
    await once(feed.listen(feedPort, '127.0.0.1'), 'listening');
    const tokens = ['script', 'operator'].map((key) => ({ key, permissions: ['read', 'update'] }));
    const podcast = { key: 'tech', title: 'Tech', owner: 'ada', ownership_confirmed: true, feed_url: 'http://feeds.example.com/rss' };
    seed = await stack.load({ users: [{ key: 'ada', name: 'Ada', available_seconds: 3600, tokens }], podcasts: [podcast] });
    const PODCAST = seed.podcasts['tech'] ?? '';
    const operator = new Client(api.baseUrl, seed.tokens['operator']);
    const script = (await new Client(api.baseUrl, seed.tokens['script']).get('/api/v1/token')).json.data.id as string;
    await copyFile(join(ROOT, 'docs/examples/release.mjs'), join(stack.dir, 'release.mjs'));
    expect((await readFile(join(stack.dir, 'release.mjs'), 'utf8')).split('\n').length).toBeLessThanOrEqual(40);
    const before = requestsOf(script);
    const running = run(process.execPath, ['release.mjs'], { PODCAST, PODCAST_TOKEN: seed.tokens['script'] ?? '', GUID });
    await until(() => requestsOf(script) > before); // the script waits: the podcast does not have the episode yet
    expect((await operator.request('POST', `/api/v1/podcasts/${PODCAST}/rss-refetch`)).status).toBe(202);
    expect(await running).toEqual({ status: 0, stdout: 'matched: true\n', stderr: '' });
    expect(requestsOf(script) - before).toBeLessThanOrEqual(15);
    expect(await readFile(join(stack.dir, 'downloads.csv'), 'utf8')).toContain('date,episode_id');
    const episodes = (await operator.get(`/api/v1/podcasts/${PODCAST}/episodes?guid=${GUID}`)).json.data;
    expect(episodes).toEqual([expect.objectContaining({ missing: [] })]);
    feed.close();
  });

  /** Requests of a token, as the log of the api has them. */
  const requestsOf = (token: string): number =>
    api
      .output()
      .split('\n')
      .filter((line) => line.includes(`"token":"${token}"`) && line.includes('"path":"/api/v1/')).length;
});
