import { buildIndex, inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the limits per user count, and the index of a user's list. */
export class UploadLimits1790000070000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () =>
      db.query('ALTER TABLE uploads ADD IF NOT EXISTS resumable boolean NOT NULL DEFAULT true, ADD IF NOT EXISTS max_bytes bigint'),
    );
    await inBatches(
      db,
      'SELECT id FROM uploads WHERE byte_size IS NULL AND max_bytes IS NULL AND id > $1 ORDER BY id LIMIT $2 FOR UPDATE',
      (ids) => db.query('UPDATE uploads SET resumable = false, max_bytes = 53687091200 WHERE id = ANY ($1)', [ids]),
    );
    await buildIndex(db, 'uploads_user_id_id_idx', 'ON uploads (user_id, id) WHERE removed_at IS NULL');
    await buildIndex(db, 'uploads_unused_idx', 'ON uploads (user_id) WHERE NOT in_use AND removed_at IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX uploads_user_id_id_idx');
    await db.query('DROP INDEX uploads_unused_idx');
    await db.query('ALTER TABLE uploads DROP resumable, DROP max_bytes');
  }
}
