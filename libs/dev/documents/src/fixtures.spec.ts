import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureErrors } from '@app/fixtures';
import { expect, it } from '@jest/globals';
import { ROOT } from './root.ts';

it('docs/errors.md describes the codes that only fixtures files have', () => {
  const document = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
  const section = document.split('### Fixtures files\n')[1] ?? '';
  const described = [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(described.sort()).toEqual(Object.keys(fixtureErrors).sort());
});
