import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataSource } from './data-source.js';
import type { Persistence } from './persistence.js';

/** Any fixed number: whoever migrates holds this advisory lock, so that two at once take turns. */
const MIGRATION_LOCK = 7_306_112_001;

const TURN_POLL_MS = 100;

/**
 * Brings the schema of the features and of BullMQ's PostgreSQL backend up to date. Safe to run twice and at once; each lib's
 * migrations are one transaction together, so an interrupted run leaves the schema as it was.
 * @returns names of the migrations that ran
 */
export async function migrate(url: string, persistence: readonly Persistence[]): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url, application_name: 'migrate' });
  await lock.connect();
  try {
    await takeTurn(lock);
    const db = await createDataSource({ url, poolSize: 2, persistence, applicationName: 'migrate' }).initialize();
    try {
      const ran = await db.runMigrations();
      // The queue's tables are made in Redis mode too, so that REDIS_URL can be taken away without a migration.
      const { runMigrations } = await import('bullmq'); // slow to load, and needed here alone
      await runMigrations(lock);
      return ran.map(({ name }) => name);
    } finally {
      await db.destroy();
    }
  } finally {
    await lock.end();
  }
}

/** Waits outside of a statement: an index that is built concurrently waits for all statements that run. */
async function takeTurn(lock: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await lock.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    await sleep(TURN_POLL_MS);
  }
}
