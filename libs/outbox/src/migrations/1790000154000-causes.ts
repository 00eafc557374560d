import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What caused an event: the request or the job whose log lines tell the rest, and its span where requests are traced. */
export class Causes1790000154000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries ADD COLUMN caused_by text, ADD COLUMN traceparent text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE webhook_deliveries DROP COLUMN caused_by, DROP COLUMN traceparent');
  }
}
