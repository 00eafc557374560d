import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres, THROWAWAY } from './embedded-postgres.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * `npm test`: lint, format, types, boundaries, then the unit, database and e2e tests of every project, through Nx. One
 * throwaway PostgreSQL serves them all, each test file in a database of its own.
 * @param args further arguments for Nx, such as `--skip-nx-cache`
 * @returns exit status
 */
export async function test(args: string[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-test-'));
  const postgres = process.env.TEST_DATABASE_URL
    ? undefined
    : await startPostgres({
        dir: dir,
        throwaway: true,
        settings: { ...THROWAWAY, max_connections: 300 },
      });
  const env = { ...process.env, TZ: 'UTC', ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) };
  const nx = (...words) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [join(root, 'node_modules/.bin/nx'), ...words, ...args], {
        cwd: root,
        env,
        stdio: 'inherit',
      });
      const pass = (signal) => child.kill(signal);
      process.on('SIGINT', pass).on('SIGTERM', pass);
      child.once('error', fail);
      child.once('exit', (code) => {
        process.off('SIGINT', pass).off('SIGTERM', pass);
        done(code ?? 1);
      });
    });
  try {
    // The cheap checks first; suites that start processes and count requests have the machine to themselves.
    return (
      (await nx('run-many', '-t', 'lint', 'format', 'typecheck', 'boundaries', '--parallel=2', '--output-style=static')) ||
      (await nx('run-many', '-t', 'test', '--exclude=@app/api-e2e', '--parallel=2', '--output-style=static')) ||
      (await nx('run-many', '-t', 'test', '--projects=@app/api-e2e', '--output-style=static'))
    );
  } finally {
    await postgres?.stop();
  }
}
