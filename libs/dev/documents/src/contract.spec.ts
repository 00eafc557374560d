import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

const CONTRACT = 'docs/contract.md';
const CITING = globSync(
  ['{apps,libs}/**/src/**/*.{ts,tsx,mts,mjs,css}', 'tools/*/src/**/*.ts', 'docker/**/*', 'docs/**/*.md', '*.md', '{apps,libs}/*/README.md'],
  { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/out-tsc'] },
).filter((path) => path !== CONTRACT && /\.\w+$/.test(path) && !path.endsWith('contract.spec.ts'));

const text = textOf(CONTRACT);
const points = Array.from(text.matchAll(/^- <a id="(\d+\.\d+)"><\/a>\*\*(\d+\.\d+)\*\* /gm), ([, id = '', shown]) => ({ id, shown }));
const sections = Array.from(text.matchAll(/^## (\d+)\. /gm), ([, number = '']) => number);
const known = new Set([...sections, ...points.map(({ id }) => id)]);

/** `path:line: what to do` of each citation that leads nowhere. */
function unresolved(path: string): string[] {
  return textOf(path)
    .split('\n')
    .flatMap((line, index) => faultsOf(line).map((fault) => `${path}:${index + 1}: ${fault}`));
}

function faultsOf(line: string): string[] {
  const [outside] = /\b(?:decisions|spec) \d+(?:\.\d+)?/.exec(line) ?? [];
  const cited = Array.from(line.matchAll(/\bcontract (\d+(?:\.\d+)?(?:(?:,| and) \d+(?:\.\d+)?)*)/g), ([, list = '']) =>
    list.split(/, | and /),
  );
  return [
    ...(outside ? [`"${outside}" names a document that is not in the repository; cite the point of ${CONTRACT}: (contract 2.7)`] : []),
    ...cited.flat().filter((number) => !known.has(number)).map((number) =>
      `${CONTRACT} has no point ${number}; cite one that it has, or add the line - <a id="${number}"></a>**${number}** … to its section`), // prettier-ignore
  ];
}

it('every citation of the contract in code, tests and documents leads to a point', () => {
  expect(CITING.length).toBeGreaterThan(900);
  expect(CITING.flatMap(unresolved)).toEqual([]);
});

it('a citation of a point that the contract lacks is named with the edit', () => {
  expect(faultsOf('(contract 2.7, 2.999)')).toEqual([expect.stringContaining('no point 2.999')]);
  expect(faultsOf('(decisions 2.7)')).toEqual([expect.stringContaining('(contract 2.7)')]);
});

it('points of the contract are numbered in ascending order, and their anchors are the numbers shown', () => {
  expect(points.length).toBeGreaterThan(120);
  expect(points.filter(({ id, shown }) => id !== shown)).toEqual([]);
  expect(sections.flatMap((section) => points.filter(({ id }) => id.startsWith(`${section}.`)).map(({ id }) => id))).toEqual(
    points.map(({ id }) => id),
  );
  for (const section of sections) {
    const own = points.filter(({ id }) => id.startsWith(`${section}.`));
    expect(own.map(({ id }) => id)).toEqual(own.map((_, index) => `${section}.${index + 1}`));
  }
});

it('every point of the contract links the page that tells the details, or its section does', () => {
  const parts = text.split(/^## /m).slice(1);
  expect(parts).toHaveLength(sections.length);
  const unlinked = parts.filter((part) => !/^Pages?: \[/m.test(part)).flatMap((part) => part.split(/^- /m).slice(1));
  expect(unlinked.filter((point) => !point.includes(']('))).toEqual([]);
});
