import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';

/** What transcripts are called. */
const TRANSCRIPTS = '**/*.{srt,vtt,SRT,VTT}';

/**
 * The files that arguments name, in their order, each once: a folder stands for the transcripts in it and below it, a pattern for
 * what it matches, also where no shell has expanded it. What is not there stays in the list, so that it is judged like a file.
 */
export async function expand(named: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const name of named) for (const file of await filesOf(name)) files.add(file);
  return [...files];
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (name === '-') return [name];
  const found = await lstat(name).catch(() => undefined);
  if (found?.isDirectory()) {
    const inside = await glob(TRANSCRIPTS, { cwd: name, followSymbolicLinks: false });
    return inside.sort().map((file) => join(name, file));
  }
  if (found || !isDynamicPattern(name)) return [name];
  const matches = await glob(name, { followSymbolicLinks: false, absolute: isAbsolute(name) });
  return matches.length > 0 ? matches.sort() : [name];
}
