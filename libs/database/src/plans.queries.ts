import type { DataSource, EntityManager } from 'typeorm';

/**
 * Makes the session of a transaction forget its plans, before many rows are written. It keeps those of its checks of
 * foreign keys: one that was made while a table was small reads the whole table for each row, also after the table has
 * grown.
 */
export async function forgetPlans(tx: EntityManager): Promise<void> {
  await tx.query('DISCARD PLANS');
}

/**
 * Runs statements that need the first few rows in the order of an index. While statistics are of an earlier state,
 * PostgreSQL expects few rows in all: it reads those of every partition, or of another index, and sorts them. Where it
 * may not sort, it reads the first ones of each index that has the order.
 */
export function inIndexOrder<T>(db: Pick<DataSource, 'transaction'>, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off');
    return work(tx);
  });
}
