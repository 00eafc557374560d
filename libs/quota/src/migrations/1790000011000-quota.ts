import { inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Quota1790000011000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () => createTables(db));
    // Stocks that were there before their accounts.
    const [{ has }] = (await db.query(`SELECT to_regclass('video_stocks') IS NOT NULL AS has`)) as [{ has: boolean }];
    if (!has) return;
    await inBatches(db, 'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2', (ids) =>
      db.query(
        `INSERT INTO quota_accounts (user_id, used_seconds)
         SELECT p.quota_bearer_id, sum(s.duration_seconds) FROM video_stocks s JOIN podcasts p ON p.id = s.podcast_id
          WHERE p.quota_bearer_id = ANY ($1) AND s.status IN ('ready', 'matched') AND s.duration_seconds IS NOT NULL GROUP BY 1
         ON CONFLICT DO NOTHING`,
        [ids],
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE quota_checks');
    await db.query('DROP TABLE quota_accounts');
  }
}

async function createTables(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS quota_accounts (
      user_id uuid CONSTRAINT quota_accounts_pkey PRIMARY KEY
        CONSTRAINT quota_accounts_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
      used_seconds bigint NOT NULL DEFAULT 0 CONSTRAINT quota_accounts_used_seconds_check CHECK (used_seconds >= 0),
      low_since timestamptz
    )
  `);
  await db.query(`
    CREATE TABLE IF NOT EXISTS quota_checks (
      id int CONSTRAINT quota_checks_pkey PRIMARY KEY CONSTRAINT quota_checks_one_row_check CHECK (id = 1),
      checked_at timestamptz
    )
  `);
  await db.query('INSERT INTO quota_checks (id) VALUES (1) ON CONFLICT DO NOTHING');
}
