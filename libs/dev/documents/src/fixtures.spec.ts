import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fixtureErrors } from '@app/fixtures';
import { expect, it } from '@jest/globals';
import { fixturesReference } from './fixtures.ts';

it('the reference of fixtures files says what their schema says (UPDATE_DOCUMENTS=1 writes it)', async () => {
  for (const { path, expected } of await fixturesReference()) {
    if (process.env['UPDATE_DOCUMENTS']) writeFileSync(path, expected);
    else expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(expected);
  }
});

it('docs/errors.md describes the codes that only fixtures files have', () => {
  const document = readFileSync(join(resolve(import.meta.dirname, '../../../..'), 'docs/errors.md'), 'utf8');
  const section = document.split('### Fixtures files\n')[1] ?? '';
  const described = [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(described.sort()).toEqual(Object.keys(fixtureErrors).sort());
});
