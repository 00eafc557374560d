import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '..');
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

it('each colour has one meaning: no two tokens share one, in either scheme', () => {
  const pairs = [...tokens.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
  expect(pairs.length).toBeGreaterThan(20);
  for (const scheme of [2, 3]) {
    const colours = pairs.map((pair) => pair[scheme]);
    expect(colours.filter((colour, at) => colours.indexOf(colour) !== at)).toEqual([]);
  }
});

it('style sheets name colours by their tokens alone', () => {
  const sheets = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.endsWith('tokens.css'),
  );
  expect(sheets.length).toBeGreaterThan(5);
  expect(sheets.filter((file) => /#[\da-f]{3,8}\b/i.test(readFileSync(join(SOURCES, file), 'utf8')))).toEqual([]);
});
