import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';

const run = promisify(execFile);
const LIB = join(import.meta.dirname, '..');
const MODULES = join(LIB, '../../node_modules');
/** The bar is 12 kB, the aim 6 kB. */
const MAX_GZIPPED_BYTES = 6 * 1024;

const SCRIPT = `
import { ApiError, createClient, webhooks } from '@app/client';

const refuse = () => Promise.resolve(new Response('{"message":"No."}', { status: 401 }));
const client = createClient({ baseUrl: 'http://127.0.0.1', token: 'pat_x', fetch: refuse });
try {
  const { data } = await client.PUT('/api/v1/episodes/{episode}/transcript', {
    params: { path: { episode: 'x' } },
    body: { content: 'WEBVTT' },
  });
  const count: number = data.data.segment_count;
  for await (const { title } of client.items('/api/v1/podcasts')) console.log(title.toUpperCase(), count);
  // @ts-expect-error -- there is no such path
  await client.GET('/api/v1/nothing');
  // @ts-expect-error -- the path parameter is missing
  await client.GET('/api/v1/episodes/{episode}/chapters');
} catch (error) {
  console.log(error instanceof ApiError, typeof webhooks.verify);
}
`;

const COMPILER_OPTIONS = { strict: true, target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', types: [] };

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-client-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A package and what it depends on, as an installer lays them out. */
async function install(name: string, project: string): Promise<void> {
  const target = join(project, 'node_modules', name);
  await mkdir(dirname(target), { recursive: true });
  await symlink(join(MODULES, name), target).catch(() => undefined);
}

describe('the package', () => {
  it('the package of the client type-checks strictly without types of Node.js, and runs in a project of its own', async () => {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', dir], { cwd: LIB });
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'types/index.d.ts']));
    expect(files.filter(({ path }) => /(^src|\.spec\.|\.map$)/.test(path))).toEqual([]);

    const project = join(dir, 'project');
    await mkdir(join(project, 'node_modules/@app/client'), { recursive: true });
    await run('tar', ['-xzf', join(dir, filename), '--strip-components=1', '-C', join(project, 'node_modules/@app/client')]);
    const { dependencies } = JSON.parse(await readFile(join(LIB, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    for (const name of [...Object.keys(dependencies), 'openapi-typescript-helpers']) await install(name, project);
    await writeFile(join(project, 'package.json'), '{"type":"module"}');
    await writeFile(join(project, 'script.ts'), SCRIPT);
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['script.ts'] }));
    await run(join(MODULES, '.bin/tsc'), [], { cwd: project }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    const ran = await run(process.execPath, ['script.js'], { cwd: project, env: { ...process.env, FORCE_COLOR: '0' } });
    expect(ran.stdout).toBe('true function\n');
  });

  it('the package of the client is small in a browser, where uploads are loaded when they are needed', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { createClient, ApiError, webhooks } from './src/index.ts';", resolveDir: LIB },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      splitting: true,
      outdir: dir,
      write: false,
      metafile: true,
    });
    const base = outputFiles.find(({ path }) => path.endsWith('stdin.js'));
    const bytes = gzipSync(base?.contents ?? new Uint8Array()).length;
    expect(base?.text).not.toContain('Tus-Resumable');
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(MAX_GZIPPED_BYTES);
  });
});
