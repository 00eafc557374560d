import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './root.js';

/** Every process loads these, so that they stay small: code that one lib uses is in that lib, or in an entry of its own. */
const MAX_NAMES = 25;

it.each(['env', 'database', 'process', 'http'])(`the index of %s has at most ${MAX_NAMES} names`, (lib) => {
  const text = readFileSync(join(ROOT, 'libs', lib, 'src/index.ts'), 'utf8');
  const names = Array.from(text.matchAll(/\{([^}]*)\}/g), ([, list = '']) => list.split(',').filter((name) => name.trim() !== '')).flat();
  expect(names.length).toBeGreaterThan(0);
  expect(names.length > MAX_NAMES ? names : []).toEqual([]);
});
