import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

it('`engines` of the packages and the documents name the same Node', () => {
  const packages = ['package.json', ...globSync(['apps/*/package.json', 'libs/*/package.json'], { cwd: ROOT })];
  const demanded = packages.flatMap((path) => {
    const { engines } = JSON.parse(textOf(path)) as { readonly engines?: { readonly node: string } };
    return engines ? [{ path, node: engines.node }] : [];
  });
  expect(demanded.map(({ path }) => path)).toContain('package.json');
  const named = ['README.md', 'CONTRIBUTING.md', 'docs/cli.md', 'docs/client.md'].map((path) => {
    const [, version = 'none'] = /Node(?:\.js)? (\d+\.\d+)(?: or newer| and newer)/.exec(textOf(path).replaceAll('\n', ' ')) ?? [];
    return { path, node: `>=${version}` };
  });
  const [{ node: first } = { node: '' }] = named;
  expect([...demanded, ...named].filter(({ node }) => node !== first)).toEqual([]);
  expect(first).toMatch(/^>=\d/);
});
