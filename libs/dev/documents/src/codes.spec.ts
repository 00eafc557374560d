import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

type Schema = { readonly properties: { readonly code?: { readonly enum: readonly string[] } } };
const { components } = JSON.parse(textOf('docs/openapi.json')) as { components: { schemas: Record<string, Schema> } };

/** Codes of errors, failures and warnings, as their tables declare them. */
const DECLARED = new Set(Object.values(components.schemas).flatMap(({ properties }) => properties?.code?.enum ?? []));

// The expectation of a matcher is `unknown` to the compiler, so that a mistyped code is no type error.
it('codes that the end-to-end tests expect are declared', () => {
  const expected = globSync('apps/api-e2e/src/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    Array.from(textOf(path).matchAll(/\bcode: '([a-z_]+)'/g), ([, code = '']) => ({ path, code })),
  );
  expect(expected.length).toBeGreaterThan(80);
  expect(expected.filter(({ code }) => !DECLARED.has(code))).toEqual([]);
});
