import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work on partitions waits for each of its locks, which others wait behind, no longer than 50 ms (contract 16.2). */
export class ShortPartitionLocks1790003300200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER FUNCTION add_webhook_deliveries_partition SET lock_timeout = '50ms'`);
    await db.query(`ALTER FUNCTION drop_webhook_deliveries_partition SET lock_timeout = '50ms'`);
    await db.query(`ALTER FUNCTION add_events_partition SET lock_timeout = '50ms'`);
    await db.query(`ALTER FUNCTION drop_events_partition SET lock_timeout = '50ms'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER FUNCTION add_webhook_deliveries_partition SET lock_timeout = '1s'`);
    await db.query(`ALTER FUNCTION drop_webhook_deliveries_partition SET lock_timeout = '100ms'`);
    await db.query(`ALTER FUNCTION add_events_partition SET lock_timeout = '100ms'`);
    await db.query(`ALTER FUNCTION drop_events_partition SET lock_timeout = '100ms'`);
  }
}
