import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('`engines` of the packages and the documents name the same Node', () => {
  const packages = ['package.json', ...globSync(['apps/*/package.json', 'libs/*/package.json'], { cwd: ROOT })];
  const demanded = packages.flatMap((path) => {
    const { engines } = JSON.parse(read(path)) as { readonly engines?: { readonly node: string } };
    return engines ? [{ path, node: engines.node }] : [];
  });
  expect(demanded.map(({ path }) => path)).toContain('package.json');
  const named = ['README.md', 'CONTRIBUTING.md', 'docs/cli.md', 'docs/client.md'].map((path) => {
    const [, version = 'none'] = /Node(?:\.js)? (\d+\.\d+)(?: or newer| and newer)/.exec(read(path).replaceAll('\n', ' ')) ?? [];
    return { path, node: `>=${version}` };
  });
  const [{ node: first } = { node: '' }] = named;
  expect([...demanded, ...named].filter(({ node }) => node !== first)).toEqual([]);
  expect(first).toMatch(/^>=\d/);
});
