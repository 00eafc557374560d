import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ended } from '@app/processes';
import { filesBelow, place, publish, timeOf } from './files.ts';
import { ROOT } from './workspace.ts';

/** Files of these kinds get compressed copies beside them, which the api serves as they are. */
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1000;

const CACHE = join(ROOT, 'node_modules/.cache');

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/**
 * Bundles a web page with Vite, from `index.html` and `src` to `dist`. As in make, a page that is newer than everything
 * it is made of is up to date. Safe beside a server and beside another build: assets are named after their content,
 * appear by a rename, and `index.html`, which names them, comes last.
 */
export async function buildPage(project: string): Promise<void> {
  const dist = join(project, 'dist');
  if (timeOf(join(dist, 'index.html')) > newestInput(project)) return;
  mkdirSync(CACHE, { recursive: true });
  const made = await mkdtemp(join(CACHE, 'page-'));
  try {
    await bundle(project, made);
    await compressAll(made);
    publish(dist, new Map(filesBelow(made).map((file) => [file, readFileSync(join(made, file))])), 'index.html');
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/**
 * In a process of its own: Vite sets NODE_ENV, which would reach the api, and bundles React's development version where
 * it is `test`. Standard output belongs to the command that builds first, such as one of the operator's.
 */
async function bundle(project: string, outDir: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', '--configLoader', 'native'];
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [vite, ...args], { cwd: project, env, stdio: ['ignore', 2, 2] });
  const status = await ended(child);
  if (status !== 0) throw new Error(`${project} could not be bundled (status ${status})`);
}

/** The time of the latest change of a source, of the libs that the page is made of, or of an installed package. */
function newestInput(project: string): number {
  const { dependencies = {} } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const libs = Object.keys(dependencies).map((name) => join(ROOT, name.replace('@app/', 'libs/'), 'src'));
  const single = ['index.html', 'package.json', 'vite.config.ts'].map((name) => join(project, name));
  const times = [join(project, 'src'), ...libs].flatMap(timesBelow);
  return Math.max(...times, ...[...single, join(ROOT, 'package-lock.json'), import.meta.filename].map(timeOf));
}

/** Times of files, and of folders, which change when a file is removed. */
function timesBelow(directory: string): number[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  return [timeOf(directory), ...entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)];
}

async function compressAll(directory: string): Promise<void> {
  const files = filesBelow(directory).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file);
      const content = readFileSync(path);
      if (content.length < MIN_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      place(`${path}.br`, await compressWithBrotli(content, { params }));
      place(`${path}.gz`, await compressWithGzip(content, { level: 9 }));
    }),
  );
}
