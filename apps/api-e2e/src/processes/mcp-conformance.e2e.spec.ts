import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { overStdio, withToken, type Bridge } from '../mcp-bridges.js';
import { ROOT, Stack, type Loaded } from '../stack.js';

const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Ends it before Jest gives up the hook that waits for it. */
const SUITE_TIMEOUT_MS = 200_000;
/** All scenarios run at once; on a busy machine each takes as long as all. */
const SCENARIO_TIMEOUT_MS = 150_000;
const PODCAST = join(ROOT, 'apps/cli/bin/podcast.mjs');

/** Scenarios that do not call example tools, prompts or resources of the suite's own. */
const SCENARIOS = {
  '2025-11-25': ['server-initialize', 'ping', 'logging-set-level', 'tools-list', 'resources-list', 'prompts-list'],
  '2026-07-28': [
    ...['tools-list', 'resources-list', 'prompts-list', 'sep-2164-resource-not-found', 'caching'],
    'input-required-result-unsupported-methods',
  ],
} as const;

/** Scenarios about HTTP itself: its headers, statuses and streams. */
const OVER_HTTP = {
  '2025-11-25': ['dns-rebinding-protection', 'server-session-lifecycle', 'server-sse-multiple-streams'],
  '2026-07-28': ['server-stateless', 'dns-rebinding-protection', 'server-sse-multiple-streams', 'http-header-validation'],
} as const;

/** Checks that need an example tool of the suite, in scenarios whose other checks do not. */
const NEEDS_EXAMPLES = 'Not testable: server does not list the diagnostic tool';

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };
/** By scenario. */
type Checks = ReadonlyMap<string, readonly Check[]>;

let stack: Stack;
let seed: Loaded;
let http: Bridge;
let stdio: Bridge;

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
  seed = await stack.load({
    users: [{ key: 'alice', name: 'Alice', tokens: [{ key: 'all', permissions: ['read', 'update', 'delete'] }] }],
  });
  const { baseUrl } = await stack.start('api');
  const token = seed.tokens['all'] ?? '';
  http = await withToken(baseUrl, token);
  stdio = await overStdio([PODCAST, 'mcp'], { PATH: process.env['PATH'], HOME: stack.dir, PODCAST_API: baseUrl, PODCAST_TOKEN: token });
});
afterAll(async () => {
  http.close();
  stdio.close();
  await stack.destroy();
});

/** Runs the official suite in one process: loading it takes longer than a scenario. @returns its checks by scenario */
async function runSuite(revision: string, { url }: Bridge): Promise<Checks> {
  const folder = join(stack.dir, `${revision}-${new URL(url).port}`);
  const where = ['--url', url, '--output-dir', folder];
  const args = [SUITE, 'server', ...where, '--suite', 'all', '--spec-version', revision, '--timeout', String(SCENARIO_TIMEOUT_MS)];
  const limits = { cwd: stack.dir, timeout: SUITE_TIMEOUT_MS, maxBuffer: Infinity };
  // Checks that failed, and scenarios without any, fail the test of their scenario.
  await promisify(execFile)(process.execPath, args, limits).catch(() => undefined);
  const results = await readdir(folder);
  const read = async (result: string) => JSON.parse(await readFile(join(folder, result, 'checks.json'), 'utf8')) as Check[];
  return new Map(
    await Promise.all(
      results.map(async (result) => [/^server-(.+)-\d{4}-\d\d-\d\dT/.exec(result)?.[1] ?? result, await read(result)] as const),
    ),
  );
}

function mustPass(checks: readonly Check[] = []): void {
  const failed = checks.filter(({ status, errorMessage = '' }) => status === 'FAILURE' && !errorMessage.startsWith(NEEDS_EXAMPLES));
  expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([]);
  expect(checks.length).toBeGreaterThan(0);
}

describe.each(['2025-11-25', '2026-07-28'] as const)('the official conformance suite, revision %s (contract 14.5)', (revision) => {
  let checks: { readonly http: Checks; readonly stdio: Checks };
  beforeAll(async () => {
    const [ofHttp, ofStdio] = await Promise.all([runSuite(revision, http), runSuite(revision, stdio)]);
    checks = { http: ofHttp, stdio: ofStdio };
  });

  it.each([...SCENARIOS[revision], ...OVER_HTTP[revision]])('%s passes over HTTP', (scenario) => mustPass(checks.http.get(scenario)));

  it.each([...SCENARIOS[revision]])('%s passes over stdio', (scenario) => mustPass(checks.stdio.get(scenario)));
});
