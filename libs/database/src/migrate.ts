import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { codeOf } from '@app/process';
import { createDataSource } from './data-source.js';
import type { Persistence } from './persistence.js';
import { QUEUE_SCHEMA } from './queue-schema.js';
import { openSession } from './session.js';
import { OPERATOR_TIMEOUTS } from './timeouts.js';

/** The number of the advisory lock that a migration holds, so that two runs take turns. Any fixed number would do. */
const MIGRATION_LOCK = 7_306_112_001;

/** How long a run waits for another one to end. */
const TURN_TIMEOUT_MS = 1_800_000;

/** How often a run checks whether the other one has ended. */
const TURN_POLL_MS = 200;

/** SQLSTATE: a lock was not available within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * BullMQ creates the sequence of a queue's job ids when the first job is added. The function does so as its owner,
 * because the role of the processes may not create anything (docs/deployment.md, “Roles”).
 */
const CREATE_QUEUE_SEQUENCES_AS_OWNER = `ALTER FUNCTION ${QUEUE_SCHEMA}.next_job_id(text) SECURITY DEFINER SET search_path = ${QUEUE_SCHEMA}, pg_temp`;

type MigrateOptions = {
  /**
   * Milliseconds that a migration waits for a lock on a table. All statements on that table wait behind it, so this is
   * short, and the migration is tried again.
   */
  readonly lockTimeoutMs?: number;
  readonly attempts?: number;
  readonly retryDelayMs?: number;
  /** Runs when the schema is complete. */
  readonly finish?: (db: DataSource) => Promise<void>;
};

/** A table that a migration changes is in use. */
class MigrationBlockedError extends Error {
  constructor(name: string, { attempts, lockTimeoutMs }: Required<Omit<MigrateOptions, 'finish'>>) {
    super(
      `The migration ${name} has waited ${attempts} times ${lockTimeoutMs} ms for a lock that other sessions hold, and is not done. ` +
        'Those before it are done. Run it again when no long transaction is open (pg_stat_activity shows them, with their xact_start).',
    );
    this.name = 'MigrationBlockedError';
  }
}

/**
 * Brings the schema of the features and of BullMQ's PostgreSQL backend up to date. Safe to run twice and at once. Each
 * migration is a transaction of its own, or steps that can be repeated: the next run continues with one that failed or
 * was interrupted.
 * @returns names of the migrations that ran
 * @throws MigrationBlockedError when a table that a migration changes stays in use
 */
export async function migrate(url: string, persistence: readonly Persistence[], options: MigrateOptions = {}): Promise<string[]> {
  const { lockTimeoutMs = 5000, attempts = 6, retryDelayMs = 5000, finish } = options;
  const lock = await openSession(url, { application_name: 'migrate' });
  try {
    await takeTurn(lock);
    const ran: string[] = [];
    for (let attempt = 1; ; attempt += 1) {
      const blocked = await runPending(url, persistence, { lockTimeoutMs, ran, finish });
      if (blocked === undefined) break;
      if (attempt === attempts) throw new MigrationBlockedError(blocked, { lockTimeoutMs, attempts, retryDelayMs });
      await sleep(retryDelayMs);
    }
    // The queue's tables are made in Redis mode too, so that REDIS_URL can be taken away without a migration.
    const { runMigrations } = await import('./queue-migrations.js'); // slow to load, and needed here alone
    await runMigrations(lock);
    await lock.query(CREATE_QUEUE_SEQUENCES_AS_OWNER);
    return ran;
  } finally {
    await lock.end();
  }
}

/** @returns the name of the migration that found a lock held; undefined when all have run */
async function runPending(
  url: string,
  persistence: readonly Persistence[],
  { lockTimeoutMs: lockMs, ran, finish }: Pick<MigrateOptions, 'finish'> & { readonly lockTimeoutMs: number; readonly ran: string[] },
): Promise<string | undefined> {
  const timeouts = { ...OPERATOR_TIMEOUTS, lockMs };
  const db = await createDataSource({ url, poolSize: 2, persistence, applicationName: 'migrate', timeouts }).initialize();
  try {
    const pending = await pendingIn(db);
    let isBlocked = false;
    try {
      await db.runMigrations();
    } catch (error) {
      isBlocked = codeOf(error) === LOCK_NOT_AVAILABLE;
      if (!isBlocked) throw error;
    }
    const left = await pendingIn(db);
    ran.push(...pending.filter((name) => !left.includes(name)));
    if (isBlocked) return left[0];
    await finish?.(db);
    return undefined;
  } finally {
    await db.destroy();
  }
}

/** Names of the migrations that have not run, in their order. */
async function pendingIn(db: DataSource): Promise<string[]> {
  return (await new MigrationExecutor(db).getPendingMigrations()).map(({ name }) => name);
}

/** Polls for the lock. A statement that waits would hold up an index that the other run builds concurrently. */
async function takeTurn(lock: pg.Client): Promise<void> {
  for (const deadline = performance.now() + TURN_TIMEOUT_MS; ;) {
    const { rows } = await lock.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    if (performance.now() > deadline) throw new Error('Another run of the migrations has not ended for half an hour.');
    await sleep(TURN_POLL_MS);
  }
}
