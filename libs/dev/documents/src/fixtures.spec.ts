import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { fixturesReference } from './fixtures.ts';

it('the reference of fixtures files says what their schema says (UPDATE_DOCUMENTS=1 writes it)', async () => {
  for (const { path, expected } of await fixturesReference()) {
    if (process.env['UPDATE_DOCUMENTS']) writeFileSync(path, expected);
    else expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(expected);
  }
});
