import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a receiver's author needs to find out why nothing came: the URL and every attempt of a delivery. The log is a column, so
 * that it is written and deleted with its delivery. Lost attempts are counted, because only the first is repeated at once.
 */
export class AttemptLog1790000050000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhook_deliveries
        ADD COLUMN url text,
        ADD COLUMN claimed_at timestamptz,
        ADD COLUMN attempt_log jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN lost_attempts int NOT NULL DEFAULT 0,
        ADD COLUMN last_attempt_repeated boolean NOT NULL DEFAULT false
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE webhook_deliveries
        DROP COLUMN url, DROP COLUMN claimed_at, DROP COLUMN attempt_log, DROP COLUMN lost_attempts, DROP COLUMN last_attempt_repeated
    `);
  }
}
