import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';

/** The names of transcripts. */
const TRANSCRIPTS = '**/*.{srt,vtt,SRT,VTT}';

/**
 * The files that arguments name, in their order, each once: a folder stands for the transcripts in it and below it, a
 * pattern for what it matches, also where no shell has expanded it. What is not there stays in the list, so that it is
 * judged like a file.
 */
export async function expand(named: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const name of named) for (const file of await filesOf(name)) files.add(file);
  return [...files];
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (name === '-') return [name];
  const found = await stat(name).catch(() => undefined);
  if (found?.isDirectory()) return (await matching(TRANSCRIPTS, { cwd: name })).map((file) => join(name, file));
  if (found || !isDynamicPattern(name)) return [name];
  const matches = await matching(name, { cwd: '.', absolute: isAbsolute(name) });
  return matches.length > 0 ? matches : [name];
}

type Where = { readonly cwd: string; readonly absolute?: boolean };

/** Symbolic links are followed. A file that is reached on several ways is there once, preferably without a link. */
async function matching(pattern: string, where: Where): Promise<string[]> {
  const real = await glob(pattern, { ...where, followSymbolicLinks: false });
  const linked = await glob(pattern, { ...where, followSymbolicLinks: true });
  const found = new Map<string, string>();
  for (const file of [...real, ...linked.sort()]) {
    const target = await realpath(resolve(where.cwd, file)).catch(() => file);
    if (!found.has(target)) found.set(target, file);
  }
  return [...found.values()].sort();
}
