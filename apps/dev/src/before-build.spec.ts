import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './workspace.ts';

const IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'/gm;

/** Follows the static imports of a file. @returns the built files that it cannot do without */
function builtFilesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return builtFilesOf(resolve(file, '..', name), seen);
    if (!name.startsWith('@app/')) return [];
    const entry = entryOf(name);
    return entry.endsWith('.mjs')
      ? []
      : entry.endsWith('.ts')
        ? builtFilesOf(entry, seen)
        : [`${file.slice(ROOT.length + 1)} imports ${name}`];
  });
}

/** The file that Node loads for a package of the workspace. */
function entryOf(name: string): string {
  const [, lib = '', ...path] = name.split('/');
  const folder = join(ROOT, 'node_modules/@app', lib);
  type Exports = Record<string, string | { default: string }>;
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: Exports };
  const target = exports[['.', ...path].join('/')] ?? '';
  return join(folder, typeof target === 'string' ? target : target.default);
}

describe('before anything is built, as in a fresh clone', () => {
  it.each(['commands', 'start/start', 'run-app', 'run-admin', 'test', 'build'])('%s loads without built files', (name) => {
    expect(builtFilesOf(join(ROOT, 'apps/dev/src', `${name}.ts`))).toEqual([]);
  });
});
