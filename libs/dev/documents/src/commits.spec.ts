import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './root.ts';

/** The rule holds for commits after this one. Where a shallow clone lacks it, all commits of the clone are after it. */
const LAST_WITHOUT_RULE = '3bb3b4f1e827dd5347cf0277714cf809f36d11a4';

const MAX_SUBJECT_LENGTH = 72;

/** The faults of a commit, given as hash, subject and body with a NUL between them. */
function faultsOf(commit: string): string[] {
  const [hash = '', subject = '', body = ''] = commit.trimStart().split('\0');
  return [
    ...(subject.length > MAX_SUBJECT_LENGTH ? [`${hash}: shorten the subject to ${MAX_SUBJECT_LENGTH} characters: ${subject}`] : []),
    ...(/^fix\b/.test(subject) && body.trim() === '' ? [`${hash}: say in a body why the fix is needed: ${subject}`] : []),
  ];
}

it(`commits, merges apart, have subjects of at most ${MAX_SUBJECT_LENGTH} characters, and every fix has a body`, () => {
  const range = ['--no-merges', '--ignore-missing', 'HEAD', `^${LAST_WITHOUT_RULE}`];
  // An export has no commits, and git does not look for those of a folder above.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(ROOT) };
  const { stdout } = spawnSync('git', ['log', '--format=%h%x00%s%x00%b%x01', ...range], { cwd: ROOT, encoding: 'utf8', env });
  expect(stdout.split('\x01').flatMap(faultsOf)).toEqual([]);
});

it('a commit with a long subject, and a fix without a body, are found', () => {
  expect(faultsOf(`1a\0feat: ${'x'.repeat(66)}\0`)).toEqual([]);
  expect(faultsOf(`1a\0feat: ${'x'.repeat(67)}\0`)).toEqual([expect.stringContaining('shorten the subject')]);
  expect(faultsOf('1a\0fix(jobs): wake\0\n')).toEqual([expect.stringContaining('say in a body')]);
  expect(faultsOf('1a\0fix(jobs): wake\0A queue slept.')).toEqual([]);
});
