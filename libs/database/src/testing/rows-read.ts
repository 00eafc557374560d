import type { DataSource, EntityManager } from 'typeorm';

/** Runs some work in a transaction. @returns how many rows of tables it read, whatever it returned of them */
export async function rowsRead(db: Pick<DataSource, 'transaction'>, work: (tx: EntityManager) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await read(tx);
    await work(tx);
    return (await read(tx)) - before;
  });
}

async function read(tx: EntityManager): Promise<number> {
  const [row] = await tx.query<{ count: string }[]>(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS count FROM pg_stat_xact_user_tables',
  );
  return Number(row?.count ?? 0);
}
