import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../stack.js';

type Results = {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; readonly failureMessages: string[] }[] }[];
};

const APP = join(ROOT, 'apps/api-e2e');

let dir: string;
/** The message of each test of the failing suite, by its title. */
let said: Map<string, string>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'podcast-automation-failures-'));
  const file = join(dir, 'results.json');
  const args = ['--config', await configuration(), '--json', '--outputFile', file];
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: APP,
    stdio: 'ignore',
    env: { ...process.env, FORCE_COLOR: '0' }, // Nx asks for colors
  });
  await new Promise((resolve) => child.once('close', resolve));
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Results;
  said = new Map(testResults[0]?.assertionResults.map(({ title, failureMessages }) => [title, failureMessages.join('\n')]));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The configuration of all suites, narrowed to the one that fails. The set-up has run: this suite runs in it. */
async function configuration(): Promise<string> {
  const path: string = join(APP, 'jest.config.ts');
  const { default: config } = (await import(path)) as { readonly default: object };
  const alone = { rootDir: join(APP, 'src'), testMatch: ['**/src/failing/*.spec.ts'], testPathIgnorePatterns: [], reporters: [] };
  return JSON.stringify({ ...config, ...alone, globalSetup: undefined, globalTeardown: undefined });
}

it.each([
  ['asks with the client of the suites', /Expected: 200/],
  ['asks with the typed client', /ApiError/],
  ['asks with node:http', /Expected: 200/],
  ['takes too long', /Exceeded timeout of 2000 ms/],
  ['does not begin', /Expected: 200/],
])('a failure prints the answer’s body, its request id and the log of the process: a test that %s', (title, reason) => {
  const message = said.get(title) ?? '';
  expect(message).toMatch(reason);
  const answers = [...message.matchAll(/^ {2}GET \S+\/api\/v1\/podcasts\/nobody\/episodes\n {4}404, X-Request-Id (\S+)\n {4}(.*)/gm)];
  const [, id = 'none', body = ''] = answers.at(-1) ?? [];
  expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'not_found' }] });
  const [, log = ''] = message.split('\nLogs:\n');
  expect(log).toMatch(new RegExp(`^ {2}api \\(pid \\d+\\)\\n[^]*"request":"${id}"`));
});
