import type { Health } from '@app/process';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { DatabasePool } from './database-pool.js';
import { pendingMigrations } from './migrations.queries.js';

/** A process needs a database that takes writes and has every migration of this build. */
export function needDatabase(health: Health, db: DataSource): void {
  health.needs('database', () => mustTakeWrites(db));
  health.needs('migrations', () => mustBeMigrated(db), { unlessMissing: 'database' });
}

/** Logs the pending migrations and their command when a process starts before its database is migrated. */
export async function tellPending(db: DataSource, log: Logger): Promise<void> {
  if (!log.isLevelEnabled('warn')) return;
  const pending = await pendingMigrations(db).catch(() => []); // health tells of a database that does not answer
  if (pending.length > 0) log.warn({ pending }, 'migrations are pending: npm run -s admin -- migrate');
}

async function mustTakeWrites(db: DataSource): Promise<void> {
  const [row] = await db.query<{ read_only: string }[]>(`SELECT current_setting('transaction_read_only') AS read_only`);
  if (row?.read_only !== 'off') throw new Error('the database is read-only');
  const { master } = db.driver as unknown as { readonly master?: unknown };
  if (master instanceof DatabasePool && master.isDiskFull) throw new Error("the database's disk is full");
}

async function mustBeMigrated(db: DataSource): Promise<void> {
  if ((await pendingMigrations(db)).length > 0) throw new Error('migrations are pending');
}
