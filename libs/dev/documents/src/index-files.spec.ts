import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './root.js';

/** Code that one lib uses is in that lib, or in an entry of its own. */
const MAX_NAMES = 25;

it.each(globSync('libs/*/src/index.ts', { cwd: ROOT }))(`%s has at most ${MAX_NAMES} names`, (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const names = Array.from(text.matchAll(/\{([^}]*)\}/g), ([, list = '']) => list.split(',').filter((name) => name.trim() !== '')).flat();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length > MAX_NAMES ? names : []).toEqual([]);
});
