import type { DataSource } from 'typeorm';

/** Runs statements that move planned times after a step of the clock, as a worker does, for earlier rows. */
export async function moveByClock(db: DataSource, statements: readonly string[], seconds: number): Promise<void> {
  const [reading] = await db.query<[{ xid: string }]>('SELECT pg_current_xact_id()::xid::text AS xid');
  for (const statement of statements) await db.query(statement, [seconds, new Date(), reading.xid]);
}
