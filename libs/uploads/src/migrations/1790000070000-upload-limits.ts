import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the limits per user count, and the index of a user's list. */
export class UploadLimits1790000070000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE uploads ADD resumable boolean NOT NULL DEFAULT true, ADD max_bytes bigint');
    await db.query('UPDATE uploads SET resumable = false, max_bytes = 53687091200 WHERE byte_size IS NULL');
    await db.query('CREATE INDEX uploads_user_id_id_idx ON uploads (user_id, id) WHERE removed_at IS NULL');
    await db.query('CREATE INDEX uploads_unused_idx ON uploads (user_id) WHERE NOT in_use AND removed_at IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX uploads_user_id_id_idx');
    await db.query('DROP INDEX uploads_unused_idx');
    await db.query('ALTER TABLE uploads DROP resumable, DROP max_bytes');
  }
}
