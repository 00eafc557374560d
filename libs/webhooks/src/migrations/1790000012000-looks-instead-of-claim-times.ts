import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A claim is looked at again before its request leaves: when it was made is of no interest any more. */
export class LooksInsteadOfClaimTimes1790000012000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN claimed_at');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries ADD COLUMN claimed_at timestamptz');
  }
}
