import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { swcOptions } from './swc-options.ts';
import { ROOT } from './workspace.ts';

const STAMP = '.stamp.json';

/** What `dist` was made from. */
type Stamp = { readonly recipe: string; readonly sources: Record<string, string> };

/** `npm run build [directory...]` */
export async function buildCommand(directories: readonly string[]): Promise<number> {
  await build(directories.length > 0 ? directories.map((directory) => resolve(directory)) : undefined);
  return 0;
}

/**
 * Transpiles the changed files of `src` to `dist`, of the given projects or all. Types are checked by `nx typecheck`.
 * Concurrent builds are safe: every file appears by a rename, and the stamp that lists them appears last.
 *
 * @returns how many files were written
 */
export async function build(directories: readonly string[] = projects()): Promise<number> {
  const recipe = createHash('sha256')
    .update(JSON.stringify(swcOptions))
    .update(readFileSync(join(ROOT, 'node_modules/@swc/core/package.json')))
    .digest('hex');
  const written = await Promise.all(directories.map((directory) => buildProject(resolve(ROOT, directory), recipe)));
  return written.reduce((sum, count) => sum + count, 0);
}

/** Every app and lib that runs from `dist`. Projects that Node or Jest runs from `src` (dev, bench, e2e) are left out. */
function projects(): string[] {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .filter((name) => !name.endsWith('-e2e') && !['bench', 'dev'].includes(name))
      .map((name) => join(ROOT, group, name))
      .filter((directory) => existsSync(join(directory, 'src'))),
  );
}

async function buildProject(project: string, recipe: string): Promise<number> {
  const dist = join(project, 'dist');
  const before = readStamp(dist);
  const sources = findSources(join(project, 'src'));
  const outputs = new Set(filesBelow(dist));

  const expected = new Set(Object.keys(sources).flatMap(outputsOf));
  for (const output of outputs)
    if (!expected.has(output) && output !== STAMP && !isTemporary(output)) rmSync(join(dist, output), { force: true });

  const stale = Object.keys(sources).filter(
    (source) =>
      before?.recipe !== recipe || before.sources[source] !== sources[source] || outputsOf(source).some((output) => !outputs.has(output)),
  );
  await Promise.all(stale.map((source) => transpile(project, source)));
  if (stale.length > 0 || Object.keys(before?.sources ?? {}).length !== Object.keys(sources).length) {
    mkdirSync(dist, { recursive: true });
    place(join(dist, STAMP), JSON.stringify({ recipe, sources }));
  }
  return stale.length;
}

/** @param source relative to `src` */
async function transpile(project: string, source: string): Promise<void> {
  const from = join(project, 'src', source);
  const to = join(project, 'dist', source.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(to), { recursive: true });
  if (!source.endsWith('.ts')) return place(to, readFileSync(from));

  // Loaded on demand: a build without changes must not pay for the compiler.
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(readFileSync(from, 'utf8'), {
    ...swcOptions,
    filename: from,
    sourceFileName: relative(dirname(to), from),
  });
  place(`${to}.map`, map ?? '');
  place(to, `${code}//# sourceMappingURL=${basename(to)}.map\n`);
}

/** The files below `src` that belong in `dist`, each with its time and size. */
function findSources(src: string): Record<string, string> {
  const sources = filesBelow(src).filter((file) => !/\.spec\.ts$|\.d\.ts$|(^|\/)__snapshots__\//.test(file));
  return Object.fromEntries(
    sources.map((file) => {
      const { mtimeMs, size } = statSync(join(src, file));
      return [file, `${mtimeMs}:${size}`];
    }),
  );
}

function outputsOf(source: string): string[] {
  const output = source.replace(/\.ts$/, '.js');
  return output === source ? [output] : [output, `${output}.map`];
}

/** @returns paths relative to `directory`, with `/` */
function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(directory, entry.name)).map((file) => `${entry.name}/${file}`) : [entry.name],
  );
}

function readStamp(dist: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(dist, STAMP), 'utf8')) as Stamp;
  } catch {
    return undefined; // never built, or the build did not finish
  }
}

/** Writes a file atomically. */
function place(path: string, content: string | Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** Another build may be about to rename the file. */
function isTemporary(output: string): boolean {
  return output.endsWith('.tmp');
}
