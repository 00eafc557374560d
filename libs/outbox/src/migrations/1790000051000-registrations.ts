import { buildIndex, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accepted registrations of the last hour, in a logged table: the limit of five an hour holds after a crash of PostgreSQL, too.
 * Destinations whose many deliveries are canceled or released in batches, after the transaction that decided it.
 */
export class Registrations1790000051000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () => createTables(db));
    await buildIndex(
      db,
      'webhook_deliveries_held_idx',
      `ON webhook_deliveries (endpoint_id) WHERE status = 'queued' AND ready_at IS NULL AND retry_at IS NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhook_deliveries_held_idx');
    await db.query('DROP TABLE webhook_backlogs');
    await db.query('DROP TABLE webhook_registrations');
  }
}

async function createTables(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS webhook_registrations (
      id uuid CONSTRAINT webhook_registrations_pkey PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT webhook_registrations_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
      registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )
  `);
  await db.query('CREATE INDEX IF NOT EXISTS webhook_registrations_user_id_idx ON webhook_registrations (user_id, registered_at)');
  await db.query(`
    CREATE TABLE IF NOT EXISTS webhook_backlogs (
      endpoint_id uuid CONSTRAINT webhook_backlogs_pkey PRIMARY KEY,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )
  `);
}
