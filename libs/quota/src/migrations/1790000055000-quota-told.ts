import { buildIndex, inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a user was told of low quota, apart from whether it is low: a user without an active destination is told once there is
 * one (contract 7.3). Users with a delivery of it count as told, and those whose delivery may have been deleted by retention.
 */
export class QuotaTold1790000055000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () =>
      db.query('ALTER TABLE quota_accounts ADD COLUMN IF NOT EXISTS told_at timestamptz, ADD COLUMN IF NOT EXISTS held_event_id uuid'),
    );
    const [{ has }] = (await db.query(`SELECT to_regclass('webhook_deliveries') IS NOT NULL AS has`)) as [{ has: boolean }];
    const delivered = `EXISTS (
      SELECT 1 FROM webhook_deliveries d
       WHERE d.user_id = a.user_id AND d.event_type = 'video_quota.low' AND d.status <> 'canceled'
         AND d.created_at > a.low_since - interval '1 minute')`;
    await inBatches(
      db,
      `SELECT user_id AS id FROM quota_accounts a
        WHERE user_id > $1 AND told_at IS NULL AND low_since IS NOT NULL
          AND (low_since < now() - interval '29 days' OR ${has ? delivered : 'false'}) ORDER BY user_id LIMIT $2`,
      (ids) => db.query('UPDATE quota_accounts SET told_at = low_since WHERE user_id = ANY ($1)', [ids]),
    );
    await buildIndex(db, 'quota_accounts_untold_idx', 'ON quota_accounts (user_id) WHERE low_since IS NOT NULL AND told_at IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX quota_accounts_untold_idx');
    await db.query('ALTER TABLE quota_accounts DROP COLUMN told_at, DROP COLUMN held_event_id');
  }
}
