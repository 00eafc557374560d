import type { MigrationInterface, QueryRunner } from 'typeorm';

const TRIGGERS = [
  ['insert', 'NEW TABLE AS added'],
  ['update', 'NEW TABLE AS added OLD TABLE AS removed'],
  ['delete', 'OLD TABLE AS removed'],
] as const;

/**
 * Unfinished deliveries are counted in their partial indexes, twice a minute, and no longer by triggers in every transaction that
 * changes one. The table and the function stay for workers of the version before.
 */
export class UncountedDeliveries1790003900000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [event] of TRIGGERS) await db.query(`DROP TRIGGER webhook_deliveries_counted_${event} ON webhook_deliveries`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [event, tables] of TRIGGERS)
      await db.query(`
        CREATE TRIGGER webhook_deliveries_counted_${event} AFTER ${event.toUpperCase()} ON webhook_deliveries
          REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION count_webhook_deliveries()
      `);
  }
}
