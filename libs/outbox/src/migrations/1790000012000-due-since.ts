import { addConstraint, buildIndex, inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a delivery has been due, instead of whether it is: operators ask how long the oldest has waited. When it was claimed
 * is of no interest any more, since a claim is looked at again before its request leaves.
 */
export class DueSince1790000012000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const columns = `SELECT FROM pg_attribute WHERE attrelid = 'webhook_deliveries'::regclass AND attname = 'ready' AND NOT attisdropped`;
    if (((await db.query(columns)) as unknown[]).length > 0) await replaceReady(db);
    const due = `CHECK (ready_at IS NULL OR (status = 'queued' AND retry_at IS NULL))`;
    await addConstraint(db, 'webhook_deliveries', 'webhook_deliveries_ready_check', due);
    await buildIndex(db, 'webhook_deliveries_ready_idx', 'ON webhook_deliveries (endpoint_id, id) WHERE ready_at IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries ADD COLUMN claimed_at timestamptz, ADD COLUMN ready boolean NOT NULL DEFAULT false');
    await db.query('UPDATE webhook_deliveries SET ready = true WHERE ready_at IS NOT NULL');
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN ready_at');
    await db.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_ready_check
        CHECK (NOT ready OR (status = 'queued' AND retry_at IS NULL))
    `);
    await db.query('CREATE INDEX webhook_deliveries_ready_idx ON webhook_deliveries (endpoint_id, id) WHERE ready');
  }
}

/** The trigger serves publishers of the version before, which know `ready` alone. */
async function replaceReady(db: QueryRunner): Promise<void> {
  await inTransaction(db, async () => {
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN IF EXISTS claimed_at, ADD COLUMN IF NOT EXISTS ready_at timestamptz');
    await db.query(`
      CREATE OR REPLACE FUNCTION set_ready_at() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.ready_at := CASE WHEN NEW.ready THEN coalesce(NEW.ready_at, now()) END;
        RETURN NEW;
      END $$
    `);
    await db.query(`
      CREATE OR REPLACE TRIGGER set_ready_at BEFORE INSERT OR UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION set_ready_at()
    `);
  });
  await inBatches(
    db,
    'SELECT id FROM webhook_deliveries WHERE ready AND ready_at IS NULL AND id > $1 ORDER BY id LIMIT $2 FOR UPDATE',
    (ids) => db.query('UPDATE webhook_deliveries SET ready_at = now() WHERE id = ANY ($1)', [ids]),
  );
  await inTransaction(db, async () => {
    await db.query('DROP TRIGGER set_ready_at ON webhook_deliveries');
    await db.query('DROP FUNCTION set_ready_at');
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN ready'); // with its check and index
  });
}
