import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TestAuthority } from '@app/outbound/testing';
import { anMp4 } from '@app/platform/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Receiver } from '../receiver.js';
import { ROOT, Stack, type Ended, type Loaded } from '../stack.js';

const HOST = 'hooks.example.com';
const BAD = '1\n00:00:03,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nthere\n';
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let stack: Stack;
let receiver: Receiver;
let baseUrl: string;
let seed: Loaded;
let env: Record<string, string>;

beforeAll(async () => {
  const authority = await TestAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_RETRY_DELAYS: '1,1,1,1,1',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  ({ baseUrl } = await stack.start('api'));
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

const blocks = (file: string, language: string) =>
  [...readFileSync(join(ROOT, 'docs', file), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code); // prettier-ignore

describe('docs/client.md', () => {
  it('has examples that run as they stand', async () => {
    await writeFile(join(stack.dir, 'talk.srt'), BAD.replace('03,000 --> 00:00:02,500', '01,000 --> 00:00:02,500'));
    const printed: string[] = [];
    for (const [index, code] of blocks('client.md', 'js').entries()) {
      await writeFile(join(stack.dir, `example-${index}.mjs`), code);
      const { status, stdout, stderr } = await run(process.execPath, [`example-${index}.mjs`]);
      expect([index, status, stderr]).toEqual([index, 0, '']);
      printed.push(stdout);
    }
    expect(printed).toEqual(['2\n', 'WEBVTT\n', 'Queues chapters,video\n', '422 no_times 1\n', 'completed\n']);
  });
});

describe('docs/cli.md', () => {
  it('shows sessions as they are', async () => {
    const podcast = `podcast() { ${process.execPath} ${join(ROOT, 'apps/cli/bin/podcast.mjs')} "$@"; }; node() { ${process.execPath} "$@"; }`;
    for (const session of blocks('cli.md', 'console'))
      for (const part of session.split(/^\$ /m).slice(1)) {
        const [command = '', ...expected] = part.split('\n');
        const { stdout } = await run('bash', ['-c', `${podcast}; { ${command}\n} 2>&1`]);
        // Progress is told as it comes.
        const said = stdout.replace(UUID, 'ID').replace(/^\(request .*\n|^.*: \d{1,2} %\n/gm, '');
        expect(`$ ${command}\n${said}`).toBe(`$ ${command}\n${expected.join('\n').replace(UUID, 'ID')}`);
      }
  });
});

describe('docs/examples/release.mjs', () => {
  it('makes a release in less than 40 lines', async () => {
    const port = await freePort();
    // What a proxy does in front of the script: it ends TLS.
    receiver.behave((_request, response, { headers, body, path }) => {
      const forwarded = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.writeHead(502).end());
      forwarded.end(body);
    });
    await copyFile(join(ROOT, 'docs/examples/release.mjs'), join(stack.dir, 'release.mjs'));
    expect((await readFile(join(stack.dir, 'release.mjs'), 'utf8')).split('\n').length).toBeLessThanOrEqual(40);
    const hook = { HOOK: `https://${HOST}/podcasts`, PORT: String(port), GUID: 'urn:tech-weekly:12' };
    expect(await run(process.execPath, ['release.mjs'], hook)).toEqual({ status: 0, stdout: 'matched: true\n', stderr: '' });
    expect(await readFile(join(stack.dir, 'downloads.csv'), 'utf8')).toContain('date,episode_id');
    const [left] = await stack.query<{ missing: number }>('SELECT missing FROM episode_contents WHERE episode_id = $1', [env['EPISODE']]);
    expect(left).toEqual({ missing: 0 });
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
