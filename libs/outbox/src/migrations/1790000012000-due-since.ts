import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a delivery has been due, instead of whether it is: operators ask how long the oldest has waited. When it was claimed
 * is of no interest any more, since a claim is looked at again before its request leaves.
 */
export class DueSince1790000012000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN claimed_at, ADD COLUMN ready_at timestamptz');
    await db.query('UPDATE webhook_deliveries SET ready_at = now() WHERE ready');
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN ready'); // with its check and index
    await db.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_ready_check
        CHECK (ready_at IS NULL OR (status = 'queued' AND retry_at IS NULL))
    `);
    await db.query('CREATE INDEX webhook_deliveries_ready_idx ON webhook_deliveries (endpoint_id, id) WHERE ready_at IS NOT NULL');
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
