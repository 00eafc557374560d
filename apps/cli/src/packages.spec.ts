import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const PACKAGES = ['libs/client', 'libs/subtitles', 'apps/cli'];
const TIMEOUT_MS = 300_000;

const USES = `
import { ApiError, createClient, webhooks, type components } from '@app/client';
import { parseTranscript, repair, type Defect } from '@app/subtitles';

const client = createClient({ baseUrl: 'http://127.0.0.1', token: 'pat_x' });
const outcome = parseTranscript('WEBVTT\\n\\n00:01.000 --> 00:02.000\\nHello\\n');
const defects: readonly Defect[] = outcome.ok ? [] : outcome.defects;
const title: components['schemas']['PodcastResponse']['title'] = 'x';
// @ts-expect-error -- there is no such path
const misspelt = () => client.GET('/api/v1/nothing');
console.log(typeof misspelt, typeof webhooks.verify, ApiError.name, defects.length, title, repair('x').ok);
`;
const REVERSED = '1\n00:00:03,000 --> 00:00:02,500\nHello\n';

let dir: string;
/** Runs a program in the empty project. @returns what it printed */
const here = async (file: string, ...args: string[]): Promise<string> => {
  const env = { PATH: process.env['PATH'], HOME: dir, NO_COLOR: '1' };
  const { stdout } = await run(file, args, { cwd: dir, env }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${file} ${args.join(' ')}: ${error.stdout}${error.stderr}`);
  });
  return stdout;
};

/** The folders of what a package depends on, as this checkout has installed it. */
async function dependenciesOf(folder: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { dependencies?: object };
  const folders = Object.keys(dependencies).map((name) => join(ROOT, 'node_modules', name));
  return [...folders, ...(await Promise.all(folders.map(dependenciesOf))).flat()];
}

/** Packs the three packages and what they depend on, and installs them with npm, offline, in an empty folder. */
async function installPackages(): Promise<void> {
  for (const path of PACKAGES) await run('npm', ['pack', '--pack-destination', dir], { cwd: join(ROOT, path) });
  const needed = (await Promise.all(PACKAGES.map((path) => dependenciesOf(join(ROOT, path))))).flat();
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', dir, ...new Set(needed)], { cwd: ROOT });
  const packed = (await readdir(dir)).filter((file) => file.endsWith('.tgz'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  await here('npm', 'install', '--no-audit', '--no-fund', '--offline', ...packed.map((file) => `./${file}`));
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-packages-'));
  await installPackages();
}, TIMEOUT_MS);
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('client, subtitles and podcast, packed and installed with npm in an empty folder', () => {
  it(
    'packed packages have types that compile strictly, and run as ESM',
    async () => {
      await writeFile(join(dir, 'uses.ts'), USES);
      const compilerOptions = { strict: true, target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: [] };
      await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
      await here(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'));
      expect(await here(process.execPath, 'uses.js')).toBe('function function ApiError 0 x false\n');
    },
    TIMEOUT_MS,
  );

  it.each(['client', 'subtitles', 'cli'])('@app/%s can be published as it is packed (contract 14.6)', async (name) => {
    const folder = join(dir, 'node_modules/@app', name);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      license: 'MIT',
      publishConfig: { access: 'public', provenance: true },
      description: expect.any(String),
    });
    expect(manifest['private']).toBeUndefined();
    for (const file of ['README.md', 'LICENSE']) expect(await readFile(join(folder, file), 'utf8')).not.toBe('');
  });

  it('packed packages can be required from CommonJS', async () => {
    const script = `console.log(typeof require('@app/client').createClient, typeof require('@app/subtitles').repair)`;
    expect(await here(process.execPath, '--no-warnings', '--input-type=commonjs', '--eval', script)).toBe('function function\n');
  });

  it('packed packages give the command podcast, which needs no other package', async () => {
    const podcast = join(dir, 'node_modules/.bin/podcast');
    await writeFile(join(dir, 'talk.srt'), REVERSED);
    const check = await run(podcast, ['transcript', 'check', 'talk.srt'], { cwd: dir }).catch((error: object) => error);
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('talk.srt:2: error: ') });
    await here(podcast, 'transcript', 'fix', 'talk.srt', '--in-place');
    expect(await here(podcast, 'transcript', 'check', 'talk.srt')).toBe('ok: 1 file without defects\n');
    const { dependencies } = JSON.parse(await readFile(join(dir, 'node_modules/@app/cli/package.json'), 'utf8')) as {
      dependencies?: object;
    };
    expect(dependencies).toBeUndefined();
  });

  it('packed packages serve the tools of podcast mcp, which are those of the API', async () => {
    const document = await readFile(join(ROOT, 'docs/openapi.json'));
    const token = JSON.stringify({ data: { permissions: ['read'] } });
    const api = createServer((request, response) => response.setHeader('Content-Type', 'application/json').end(request.url === '/openapi.json' ? document : token)); // prettier-ignore
    await once(api.listen(0, '127.0.0.1'), 'listening');
    const env = { ...process.env, PODCAST_API: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, PODCAST_TOKEN: 'pat_x' };
    const { stdin, stdout } = spawn(join(dir, 'node_modules/.bin/podcast'), ['mcp'], { cwd: dir, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`);
    const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
    expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: 'podcast-automation' } } });
    stdin.end();
    api.close();
  });
});
