import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

/** In bytes of UTF-8, so that tools which count bytes agree. */
const MAX_LENGTH = 120;

/** The documents are to be read, not only kept. */
const MAX_WORDS = 45_000;

/** Lines that can be wrapped: rows of tables and code cannot. */
function proseOf(markdown: string): { readonly number: number; readonly line: string }[] {
  let isCode = false;
  return markdown.split('\n').flatMap((line, index) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    return isFence || isCode || line.trimStart().startsWith('|') ? [] : [{ number: index + 1, line }];
  });
}

const filesOf = (...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

/** ESLint and prettier check the lines of TypeScript. */
it(`lines of documents, scripts, YAML and CSS have at most ${MAX_LENGTH} bytes, but for tables and code of documents`, () => {
  const paths = filesOf('*.md', '*.sh', '.ci/run', '*Dockerfile', '*.yaml', '*.yml', '*.css', '*.py');
  expect(paths.length).toBeGreaterThan(80);
  const long = paths.flatMap((path) =>
    proseOf(textOf(path)).flatMap(({ number, line }) =>
      Buffer.byteLength(line) > MAX_LENGTH ? [`${path}:${number}: wrap ${Buffer.byteLength(line)} bytes at ${MAX_LENGTH}`] : [],
    ),
  );
  expect(long).toEqual([]);
});

it('a line of prose is found behind a table and behind code', () => {
  const text = ['| row |', '```sh', 'code', '```', 'prose'].join('\n');
  expect(proseOf(text)).toEqual([{ number: 5, line: 'prose' }]);
});

it(`documents have at most ${MAX_WORDS} words in all`, () => {
  const counted = filesOf('*.md').map((path) => ({ path, words: (textOf(path).match(/\S+/g) ?? []).length }));
  const sum = counted.reduce((total, { words }) => total + words, 0);
  const longest = counted
    .sort((a, b) => b.words - a.words)
    .slice(0, 5)
    .map(({ path, words }) => `${path}: ${words}`);
  expect(sum > MAX_WORDS ? `${sum} words; say it once, in fewer words. The longest: ${longest.join(', ')}` : '').toBe('');
});
