import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

/** Code that one lib uses is in that lib, or in an entry of its own. */
const MAX_NAMES = 25;

it.each(globSync('libs/*/src/index.ts', { cwd: ROOT }))(`%s has at most ${MAX_NAMES} names`, (path) => {
  const text = textOf(path);
  const names = Array.from(text.matchAll(/\{([^}]*)\}/g), ([, list = '']) => list.split(',').filter((name) => name.trim() !== '')).flat();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length > MAX_NAMES ? names : []).toEqual([]);
});
