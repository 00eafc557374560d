import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../../../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');

/** Rows of the tables that name tests: `| `test` | `file` |`. */
const rows = [...DOCUMENT.matchAll(/^\| `(?<test>.+?)`[^|`]* \| `(?<file>[^`]+)` \|$/gm)].map(({ groups }) => groups as Row);
type Row = { readonly test: string; readonly file: string };

function sourceOf(file: string): string {
  const path = file.startsWith('processes/') ? `apps/api-e2e/src/${file}.e2e.spec.ts` : file;
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
}

/** Titles of the tests of a file, with `*` for what is filled in. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\bit\(|\]\)\()\s*(?<quote>['`])(?<title>.+?)\k<quote>,/g)].map(({ groups }) =>
    (groups?.['title'] ?? '').replace(/\$\{.*?\}|%s/g, '*').replace(/ \(contract .*\)$/, ''),
  );

const matches = (title: string, test: string): boolean => {
  const [head = '', ...rest] = title.split('*');
  const tail = rest.at(-1) ?? '';
  if (rest.length === 0) return test === title;
  return head + tail !== '' && test.startsWith(head) && test.endsWith(tail); // a title that is filled in whole names nothing
};

describe('docs/reliability.md', () => {
  it('names tests', () => expect(rows.length).toBeGreaterThan(50));

  it.each(rows)('names a test that exists: $test', ({ test, file }) => {
    expect(titlesIn(sourceOf(file)).filter((title) => matches(title, test))).toHaveLength(1);
  });
});
