import type { QueryRunner } from 'typeorm';
import { NIL_ID } from './id.js';

/*
 * Steps of migrations that must not hold a lock for long, however many rows a table has (contract 16.9). Such a migration declares
 * `transaction = false`. Each step can be repeated: a run that was interrupted begins with the first one again.
 */

/** Rows of one batch of a backfill: some 100 ms. */
const BATCH_SIZE = 1000;

/** A transaction of its own: only there does a statement wait for a lock for a limited time. */
export async function inTransaction<T>(db: QueryRunner, work: () => Promise<T>): Promise<T> {
  await db.startTransaction();
  try {
    const result = await work();
    await db.commitTransaction();
    return result;
  } catch (error) {
    await db.rollbackTransaction();
    throw error;
  }
}

/**
 * Builds an index beside readers and writers.
 * @param definition what follows the name, such as `ON episodes (podcast_id)`
 */
export async function buildIndex(
  db: QueryRunner,
  name: string,
  definition: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  const invalid: unknown = await db.query('SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name]);
  if ((invalid as unknown[]).length > 0) await db.query(`DROP INDEX CONCURRENTLY ${name}`); // an interrupted build leaves it
  await db.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
}

/**
 * Runs `work` for all ids that a statement selects, batch by batch, each in a transaction of its own.
 * @param select ids after `$1`, at most `$2`, in ascending order
 * @returns how many there were
 */
export async function inBatches(db: QueryRunner, select: string, work: (ids: readonly string[]) => Promise<unknown>): Promise<number> {
  let count = 0;
  for (let after = NIL_ID; ;) {
    const ids = await inTransaction(db, async () => {
      const rows = (await db.query(select, [after, BATCH_SIZE])) as { id: string }[];
      const some = rows.map(({ id }) => id);
      if (some.length > 0) await work(some);
      return some;
    });
    count += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH_SIZE) return count;
  }
}
