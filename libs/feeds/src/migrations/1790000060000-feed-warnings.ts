import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was repaired in a feed, and where it is broken. */
export class FeedWarnings1790000060000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE rss_refetches
        ADD failure_line int,
        ADD failure_column int,
        ADD warnings jsonb NOT NULL DEFAULT '[]'
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rss_refetches DROP failure_line, DROP failure_column, DROP warnings');
  }
}
