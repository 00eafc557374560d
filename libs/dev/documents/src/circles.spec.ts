import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

const FILES = globSync(['apps/*/src/**/*.{ts,tsx}', 'libs/**/src/**/*.{ts,tsx}', 'tools/*/src/**/*.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '**/out-tsc'],
});

/** The files from which a file imports values: types are gone when it runs. */
function importedBy(path: string): string[] {
  const imports = Array.from(textOf(path).matchAll(/^(?:import|export) (?!type )(?:([^;']*) from )?'(\.[^']+)'/gm));
  const values = imports.filter(([, names = '']) => !/^\{(?:\s*type [\w ]+,?)+\s*\}$/.test(names));
  return values.map(([, , file = '']) => join(dirname(path), file.replace(/\.js$/, '.ts')));
}

it('no file imports values of another in a circle', () => {
  const seen = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' → '));
    if (seen.has(path) || !FILES.includes(path)) return;
    seen.add(path);
    for (const file of importedBy(path)) walk(file, [...above, path]);
  };
  for (const path of FILES) walk(path, []);
  expect(seen.size).toBeGreaterThan(900);
  expect(circles).toEqual([]);
});
