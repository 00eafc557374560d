import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { asWord, currentVersion, withVersion } from './set-version.ts';
import { ROOT } from './workspace.ts';

/** Files that tell of an earlier version, were measured with one, are generated, or mean another product. */
const LEFT =
  /^(?:CHANGELOG\.md|docs\/(?:adr|releases)\/.*|docs\/(?:releasing|changes)\.md|docs\/openapi\.json|libs\/subtitles\/README\.md|\.vscode\/.*)$/;

it('npm run set-version sets the version in every file that names it', () => {
  const version = asWord(currentVersion());
  const changed = withVersion('91.92.93');
  expect(changed.filter(({ text }) => !text.includes('91.92.93')).map(({ path }) => path)).toEqual([]);
  const others = execFileSync('git', ['grep', '-lF', currentVersion()], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const known = new Set(changed.map(({ path }) => path));
  const forgotten = others.filter((path) => !known.has(path) && !LEFT.test(path) && version.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(forgotten.map((path) => `${path}: add it to NAMED_IN of apps/dev/src/set-version.ts`)).toEqual([]);
});

it('npm run set-version leaves versions of other packages alone', () => {
  const { text } = withVersion('91.92.93').find(({ path }) => path === 'package-lock.json') ?? { text: '{}' };
  const { packages } = JSON.parse(text) as { readonly packages: Record<string, { readonly version?: string }> };
  const set = Object.entries(packages).filter(([, { version }]) => version === '91.92.93');
  expect(set.length).toBeGreaterThan(30);
  expect(set.filter(([path]) => path.includes('node_modules/'))).toEqual([]);
});
