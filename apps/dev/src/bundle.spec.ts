import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EXTERNAL } from './bundle.ts';
import { ROOT } from './workspace.ts';

type Lock = { readonly packages: Record<string, { readonly dev?: boolean }> };
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;

describe('a package that is left out of the bundles', () => {
  it.each(EXTERNAL)('a package outside the bundles is installed once, where a bundle finds it, in production too: %s', (name) => {
    const copies = Object.keys(packages).filter((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`));
    // Bundles contain no package of tests.
    const found = copies.filter((path) => !packages[path]?.dev || !path.startsWith('node_modules/'));
    expect(found).toEqual([`node_modules/${name}`]);
    expect(packages[`node_modules/${name}`]?.dev).toBeUndefined();
  });
});
