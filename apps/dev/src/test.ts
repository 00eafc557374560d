import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, THROWAWAY } from '@app/embedded-postgres';
import { ended } from '@app/processes';
import { collectJunit, hasFailed, junitOf } from './reports.ts';
import { ROOT } from './workspace.ts';

/**
 * The apps of suites that start processes and count requests: they run alone and last. The generator's test has a
 * target of its own (`npx nx generator workspace-e2e`), since it takes minutes.
 */
const E2E = ['api-e2e', 'console-e2e'];

/**
 * `npm test`: lint (with boundaries), format and types, then the unit, database and e2e tests of every project, through
 * Nx. One throwaway PostgreSQL serves all of them, with a database for each test file. With CI set, what failed runs
 * once more and its first failure stays in the output.
 *
 * @param args further arguments for Nx, such as `--skip-nx-cache`
 * @returns the exit status
 */
export async function test(args: readonly string[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-test-'));
  const postgres = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgres({ dir, throwaway: true, settings: THROWAWAY });
  const env = { ...process.env, TZ: 'UTC', ...(postgres ? { THROWAWAY_DATABASE_URL: postgres.url } : {}) };
  const runMany = (...words: string[]) => nx(['run-many', ...words, '--output-style=static', ...args], env);
  try {
    // Cheap checks first. One compiler and two linters for all projects take a third of the time of one for each
    // (`typecheck`, `lint`). Suites that start processes and count requests run alone.
    return (
      (await runMany('-t', 'types', 'format', 'build', 'lint-libs', 'lint-apps', '--parallel=2')) ||
      (await unitTests(runMany)) ||
      (await e2eTests(runMany))
    );
  } finally {
    collectJunit();
    await postgres?.stop();
  }
}

type RunMany = (...words: string[]) => Promise<number>;

/**
 * Unit and database tests. Nx keeps the results of what passed: a second run is of the others. With two projects at a
 * time two processors are idle for a fifth of it, since some tests wait.
 */
async function unitTests(runMany: RunMany): Promise<number> {
  const words = ['-t', 'test', '--exclude=workspace,@app/*-e2e', '--parallel=3'];
  const status = await runMany(...words);
  return status !== 0 && triesTwice() ? runMany(...words) : status;
}

async function e2eTests(runMany: RunMany): Promise<number> {
  for (const project of E2E) await rm(junitOf(project), { force: true });
  const status = await runMany('-t', 'test', `--projects=${E2E.map((app) => `@app/${app}`).join()}`);
  const failed = E2E.filter(hasFailed);
  if (status === 0 || failed.length === 0 || !triesTwice()) return status;
  // Jest remembers which files failed. Without a report it ran none.
  for (const project of failed) {
    const again = await runMany('-t', 'test', `--projects=@app/${project}`, ...(existsSync(junitOf(project)) ? ['--onlyFailures'] : []));
    if (again !== 0) return again;
  }
  return 0;
}

/** One lost test of some two thousand must not cost CI the others. On a person's machine it fails at once. */
function triesTwice(): boolean {
  if (!process.env['CI']) return false;
  process.stdout.write('\nFAILED, see above. Once more what failed: a test that passes now is flaky and has to be mended.\n\n');
  return true;
}

async function nx(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/.bin/nx'), ...args], { cwd: ROOT, env, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  try {
    return await ended(child);
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', pass);
  }
}
