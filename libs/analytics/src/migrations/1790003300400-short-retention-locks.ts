import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work on partitions waits for each of its locks, which others wait behind, no longer than 50 ms (contract 16.2). */
export class ShortRetentionLocks1790003300400 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER FUNCTION drop_downloads_partition SET lock_timeout = '50ms'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER FUNCTION drop_downloads_partition SET lock_timeout = '100ms'`);
  }
}
