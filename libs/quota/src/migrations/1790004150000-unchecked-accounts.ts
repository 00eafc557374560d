import { buildIndex, inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks the accounts that the low-quota check must look at: those whose usage or allowance has changed since it did. Triggers mark them,
 * also for processes of the version before and for the allowance, which belongs to another feature.
 */
export class UncheckedAccounts1790004150000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, async () => {
      await db.query('ALTER TABLE quota_accounts ADD COLUMN IF NOT EXISTS is_unchecked boolean NOT NULL DEFAULT false');
      await db.query('ALTER TABLE quota_accounts ALTER COLUMN is_unchecked SET DEFAULT true');
      await db.query(`
        CREATE OR REPLACE FUNCTION mark_unchecked_account() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.is_unchecked := true;
          RETURN NEW;
        END $$
      `);
      await db.query(`
        CREATE OR REPLACE TRIGGER quota_accounts_unchecked BEFORE UPDATE OF used_seconds ON quota_accounts
          FOR EACH ROW WHEN (NEW.used_seconds <> OLD.used_seconds) EXECUTE FUNCTION mark_unchecked_account()
      `);
    });
    await inTransaction(db, async () => {
      await db.query(`
        CREATE OR REPLACE FUNCTION mark_unchecked_allowance() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE quota_accounts SET is_unchecked = true WHERE user_id = NEW.id;
          RETURN NULL;
        END $$
      `);
      await db.query(`
        CREATE OR REPLACE TRIGGER users_unchecked AFTER UPDATE OF available_seconds ON users
          FOR EACH ROW WHEN (NEW.available_seconds <> OLD.available_seconds) EXECUTE FUNCTION mark_unchecked_allowance()
      `);
    });
    await buildIndex(db, 'quota_accounts_unchecked_idx', 'ON quota_accounts (user_id) WHERE is_unchecked');
    // What has changed since the last check of the version before.
    await inBatches(
      db,
      `SELECT a.user_id AS id FROM quota_accounts a JOIN users u ON u.id = a.user_id
        WHERE a.user_id > $1 AND NOT a.is_unchecked
          AND (a.low_since IS NOT NULL) <> (a.used_seconds > 0 AND a.used_seconds * 100 >= u.available_seconds * 90)
        ORDER BY a.user_id LIMIT $2`,
      (ids) => db.query('UPDATE quota_accounts SET is_unchecked = true WHERE user_id = ANY ($1)', [ids]),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER users_unchecked ON users');
    await db.query('DROP FUNCTION mark_unchecked_allowance');
    await db.query('DROP TRIGGER quota_accounts_unchecked ON quota_accounts');
    await db.query('DROP FUNCTION mark_unchecked_account');
    await db.query('ALTER TABLE quota_accounts DROP COLUMN is_unchecked');
  }
}
