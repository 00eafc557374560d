import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, THROWAWAY, type Postgres } from '../index.ts';

let started: Postgres | undefined;

/**
 * Starts a throwaway PostgreSQL for the database tests, unless `TEST_DATABASE_URL` names one to use, or `npm test` runs
 * one for all projects. The latter has a variable of its own: results are cached whatever its port is.
 */
export default async function setup(): Promise<void> {
  process.env['TEST_DATABASE_URL'] ||= process.env['THROWAWAY_DATABASE_URL'] ?? '';
  if (process.env['TEST_DATABASE_URL']) return;
  const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-test-'));
  started = await startPostgres({ dir, throwaway: true, settings: THROWAWAY });
  process.env['TEST_DATABASE_URL'] = started.url;
}

export const stopPostgres = async (): Promise<void> => started?.stop();
