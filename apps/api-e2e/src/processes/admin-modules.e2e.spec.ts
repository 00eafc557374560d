import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Stack } from '../stack.js';

const ROOT = join(import.meta.dirname, '../../../..');
const NOBODY = '01a1fc5d-0000-7000-8000-000000000000';
const FIXTURES = 'fixtures.json';

/**
 * Most of a command's processor time is spent on loading modules (docs/performance.md has the times). The modules are
 * counted, because a busy machine makes every time longer, and in what the bundle is made of, which is divided along
 * the same imports. A command that loads Swagger or the routes of a feature has 500 to 1,100 modules more (ADR 0070).
 */
const MODULES: readonly (readonly [most: number, ...command: string[]])[] = [
  [40, '--version'],
  [1900, 'env', 'check'],
  [1900, 'status'],
  [1900, 'user', 'list'],
  [1900, 'user', 'create', '--name', 'Ann'],
  [1900, 'user', 'set-allowance', NOBODY, '1'],
  [2350, 'token', 'list', '--user', NOBODY], // changes of tokens are events, which wake workers
  [1900, 'audit', 'list'],
  [2350, 'user', 'export', NOBODY, '--output', 'user.tar.gz'],
  [2350, 'user', 'erase', NOBODY],
  [2350, 'podcast', 'set-quota-bearer', NOBODY, NOBODY],
  [1900, 'podcast', 'list'],
  [1900, 'podcast', 'confirm-ownership', NOBODY],
  [1950, 'analytics', 'keep-up'],
  [2150, 'migrate'],
  [2350, 'retention', 'run'],
  [2350, 'secrets', 'reseal'],
  [2350, 'delivery', 'redeliver', NOBODY],
  [2350, 'delivery', 'list', '--user', NOBODY],
  [2350, 'episode', 'create', '--podcast', NOBODY, '--title', 'One'],
  [2400, 'fixtures', 'load', FIXTURES], // zod
];

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.create();
  await writeFile(join(stack.dir, FIXTURES), JSON.stringify({ users: [{ key: 'ann', name: 'Ann' }] }));
});
afterAll(() => stack?.destroy());

/** The modules that a command has loaded, whether it succeeds or not. */
async function modulesOf(...command: string[]): Promise<string[]> {
  const file = join(stack.dir, 'modules');
  const args = ['--import', join(ROOT, 'apps/api-e2e/src/count-modules.ts'), join(ROOT, 'apps/admin/dist/main.js'), ...command];
  const options = { cwd: stack.dir, env: { ...stack.environment, MODULES_FILE: file } };
  await promisify(execFile)(process.execPath, args, options).catch(() => undefined);
  return (await readFile(file, 'utf8')).split('\n');
}

describe('a command of the operator answers in under a second of processor time, since it loads', () => {
  it.each(MODULES.map(([most, ...command]) => [command.join(' '), most, command] as const))(
    'no routes and only so many modules: %s',
    async (_, most, command) => {
      const modules = await modulesOf(...command);
      expect(modules.filter((url) => /@nestjs\/(?:swagger|platform-express|passport)\//.test(url))).toEqual([]);
      expect(modules.length).toBeLessThanOrEqual(most);
      expect(modules.length).toBeGreaterThan(most / 2); // it was this command that was counted
    },
  );
});
