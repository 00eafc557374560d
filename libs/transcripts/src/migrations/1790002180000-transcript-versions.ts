import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last uploads of each episode. `content` is compressed already, so PostgreSQL does not try to. */
export class TranscriptVersions1790002180000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE transcript_versions (
        episode_id uuid NOT NULL CONSTRAINT transcript_versions_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
        number int NOT NULL,
        revision uuid NOT NULL,
        format text NOT NULL,
        segment_count int NOT NULL,
        byte_size int NOT NULL,
        content bytea NOT NULL,
        token_id uuid,
        uploaded_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT transcript_versions_pkey PRIMARY KEY (episode_id, number)
      )
    `);
    await db.query('ALTER TABLE transcript_versions ALTER COLUMN content SET STORAGE EXTERNAL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE transcript_versions');
  }
}
