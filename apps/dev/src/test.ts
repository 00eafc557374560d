import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, THROWAWAY } from '@app/embedded-postgres';
import { ended } from '@app/processes';
import { collectJunit, mergeCoverage } from './reports.ts';
import { ROOT } from './workspace.ts';

/** Suites that start processes and count requests: they run alone and last. */
const E2E = '@app/*-e2e';
/** Lints, type-checks and tests a copy of the workspace, which takes minutes: `npx nx test workspace-e2e`, and bare `npx nx test`. */
const GENERATOR = '@app/workspace-e2e';

/**
 * `npm test`: lint (with boundaries), format and types, then the unit, database and e2e tests of every project, through Nx. One
 * throwaway PostgreSQL serves all of them, with a database for each test file.
 *
 * @param args further arguments for Nx, such as `--skip-nx-cache`
 * @returns the exit status
 */
export async function test(args: readonly string[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-test-'));
  const postgres = process.env['TEST_DATABASE_URL']
    ? undefined
    : await startPostgres({ dir, throwaway: true, settings: { ...THROWAWAY, max_connections: 300 } });
  const env = { ...process.env, TZ: 'UTC', ...(postgres ? { THROWAWAY_DATABASE_URL: postgres.url } : {}) };
  const runMany = (...words: string[]) => nx(['run-many', ...words, '--output-style=static', ...args], env);
  try {
    // Cheap checks first. One compiler and two linters for all projects take a third of the time of one for each (`typecheck`,
    // `lint`). Suites that start processes and count requests run alone.
    return (
      (await runMany('-t', 'types', 'format', 'build', '--parallel=2')) ||
      (await runMany('-t', 'lint-libs', 'lint-apps', '--parallel=2')) ||
      (await unitTests(runMany)) ||
      (await runMany('-t', 'test', `--projects=${E2E}`, `--exclude=${GENERATOR}`))
    );
  } finally {
    collectJunit();
    await postgres?.stop();
  }
}

/** Unit and database tests, whose coverage becomes one report. */
async function unitTests(runMany: (...words: string[]) => Promise<number>): Promise<number> {
  const status = await runMany('-t', 'test', `--exclude=workspace,${E2E}`, '--parallel=2', '--coverage');
  if (status === 0) mergeCoverage();
  return status;
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
