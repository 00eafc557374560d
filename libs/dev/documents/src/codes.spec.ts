import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

type Schema = { readonly properties: { readonly code?: { readonly enum: readonly string[] } } };
const { components } = JSON.parse(read('docs/openapi.json')) as { components: { schemas: Record<string, Schema> } };

/** Codes of errors, failures and warnings, as their tables declare them. */
const DECLARED = new Set(Object.values(components.schemas).flatMap(({ properties }) => properties?.code?.enum ?? []));

// The expectation of a matcher is `unknown` to the compiler, so that a mistyped code is no type error.
it('codes that the end-to-end tests expect are declared', () => {
  const expected = globSync('apps/api-e2e/src/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    Array.from(read(path).matchAll(/\bcode: '([a-z_]+)'/g), ([, code = '']) => ({ path, code })),
  );
  expect(expected.length).toBeGreaterThan(80);
  expect(expected.filter(({ code }) => !DECLARED.has(code))).toEqual([]);
});
