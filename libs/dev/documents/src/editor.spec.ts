import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

type Launch = {
  readonly name: string;
  readonly runtimeExecutable: string;
  readonly program?: string;
  readonly outFiles?: readonly string[];
};
const { configurations } = JSON.parse(textOf('.vscode/launch.json')) as {
  readonly configurations: readonly Launch[];
};
const inRoot = (path: string): string => path.replace('${workspaceFolder}', ROOT);

it('the launch configurations debug api, worker, both, and one test', () => {
  expect(configurations.map(({ name }) => name)).toEqual(['api', 'worker', 'npm start (api and worker)', 'this test file']);
});

it.each(configurations)('the launch configuration "$name" starts what exists', ({ runtimeExecutable, program }) => {
  if (runtimeExecutable !== 'npm') expect(existsSync(inRoot(runtimeExecutable))).toBe(true);
  if (program !== undefined) expect(existsSync(inRoot(program))).toBe(true);
});

it.each(configurations.filter(({ outFiles }) => outFiles))(
  'breakpoints of "$name" are looked for in bundles and libs',
  ({ outFiles = [] }) => {
    for (const file of ['apps/api/bundle/chunk.js', 'apps/worker/bundle/main.js', 'libs/transcripts/dist/threads/tasks.js'])
      expect(outFiles.some((glob) => matchesGlob(join(ROOT, file), inRoot(glob)))).toBe(true);
  },
);
