import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Uploads1790000020000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE uploads (
        id uuid CONSTRAINT uploads_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT uploads_user_id_fkey REFERENCES users (id),
        filename text,
        content_type text,
        tus_metadata text,
        byte_size bigint,
        status text NOT NULL DEFAULT 'receiving' CONSTRAINT uploads_status_check CHECK (status IN ('receiving', 'completed')),
        in_use boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        removed_at timestamptz,
        CONSTRAINT uploads_expires_at_check CHECK ((expires_at IS NULL) = in_use)
      )
    `);
    await db.query('CREATE INDEX uploads_expires_at_idx ON uploads (expires_at)');
    await db.query('CREATE INDEX uploads_removed_at_idx ON uploads (removed_at) WHERE removed_at IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE uploads');
  }
}
