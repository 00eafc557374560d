import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { swcOptions } from '@app/jest/swc-options';
import { buildPage } from './build-page.ts';
import { bundle } from './bundle.ts';
import { filesBelow, place, removeOthers, timeOf } from './files.ts';
import { ROOT } from './workspace.ts';

/**
 * Transpiles `src` to `dist`, of the given projects or all; a web page is bundled, and so are the processes
 * (bundle.ts). Nx caches this per project (`nx build`). `npm start` calls it directly: where nothing has changed it
 * takes 0.2 s, and asking Nx 2.4 s, which would make a start 1.6 times as long and more. Types are checked by
 * `nx typecheck`.
 * Concurrent builds are safe: every file appears by a rename, and a file that would not change is not written. As in
 * make, an output that is newer than its source and the compiler is up to date: an operator's command must not pay for
 * the compiler.
 */
export async function build(directories: readonly string[] = projects()): Promise<void> {
  const found = directories.map((directory) => resolve(ROOT, directory));
  await transpileProjects(found);
  await bundle(found); // of what the others are now
}

/** The same without bundles of the processes. */
export async function transpileProjects(projects: readonly string[]): Promise<void> {
  await Promise.all(projects.map(buildProject));
}

/** The projects that Node runs: all but the web pages, which no process needs to start. */
export const services = (): string[] => projects().filter((project) => !isPage(project));

/** Web pages, which the api serves as soon as they are there. */
export const pages = (): string[] => projects().filter(isPage);

/** The projects of one process, which `nx serve` builds after each change. The api serves the pages. */
export function partsOf(app: 'api' | 'worker'): string[] {
  const others = services().filter((project) => dirname(project) === join(ROOT, 'libs') || basename(project) === app);
  return app === 'api' ? [...others, ...pages()] : others;
}

function isPage(project: string): boolean {
  return existsSync(join(project, 'vite.config.ts'));
}

/** Every app and lib that runs from `dist`, without those that Node or Jest runs from `src` (dev, bench, e2e). */
function projects(): string[] {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .filter((name) => !name.endsWith('-e2e') && !['bench', 'dev'].includes(name))
      .map((name) => join(ROOT, group, name))
      .filter((directory) => existsSync(join(directory, 'src'))),
  );
}

async function buildProject(project: string): Promise<void> {
  if (isPage(project)) return buildPage(project);
  const dist = join(project, 'dist');
  const sources = filesBelow(join(project, 'src')).filter((file) => !/\.spec\.ts$|\.d\.ts$|(^|\/)__snapshots__\//.test(file));
  const expected = new Set(sources.flatMap(outputsOf));
  removeOthers(dist, expected);
  await Promise.all(sources.map((source) => transpile(project, source)));
}

/** @param source relative to `src` */
async function transpile(project: string, source: string): Promise<void> {
  const from = join(project, 'src', source);
  const to = join(project, 'dist', source.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(to), { recursive: true });
  if (timeOf(to) > Math.max(timeOf(from), compilerTime())) return;
  if (!source.endsWith('.ts')) return place(to, readFileSync(from));

  const { transform } = await import('@swc/core'); // slow to load
  const { code, map } = await transform(readFileSync(from, 'utf8'), {
    ...swcOptions,
    filename: from,
    sourceFileName: relative(dirname(to), from),
  });
  place(`${to}.map`, Buffer.from(map ?? ''));
  place(to, Buffer.from(`${code}//# sourceMappingURL=${basename(to)}.map\n`));
}

let newestOfCompiler: number | undefined;

function compilerTime(): number {
  const files = [join(ROOT, 'tools/jest/src/swc-options.ts'), join(ROOT, 'node_modules/@swc/core/package.json')];
  return (newestOfCompiler ??= Math.max(...files.map(timeOf)));
}

function outputsOf(source: string): string[] {
  const output = source.replace(/\.ts$/, '.js');
  return output === source ? [output] : [output, `${output}.map`];
}

// `node apps/dev/src/build.ts [directory...]`
if (import.meta.main) await build(process.argv.length > 2 ? process.argv.slice(2) : undefined);
