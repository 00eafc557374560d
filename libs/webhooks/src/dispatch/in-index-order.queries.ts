import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs statements that need the first few rows in the order of an index. While statistics are of an earlier state, PostgreSQL expects few
 * rows in all: it reads those of every partition, and sorts them. Where it may not sort, it reads the first ones of each index.
 */
export function inIndexOrder<T>(db: Pick<DataSource, 'transaction'>, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_sort = off');
    return work(tx);
  });
}
