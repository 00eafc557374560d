import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, THROWAWAY } from '@app/embedded-postgres';
import { ConsoleUnderTest } from './console.ts';

/** Runs `work` with a console on a PostgreSQL of its own, for commands, which no test runner gives one. */
export async function withConsole(
  fixtures: Parameters<typeof ConsoleUnderTest.start>[0],
  work: (web: ConsoleUnderTest) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-figures-'));
  const postgres = await startPostgres({ dir, throwaway: true, settings: THROWAWAY });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const web = await ConsoleUnderTest.start(fixtures);
  try {
    await work(web);
  } finally {
    await web.destroy();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
