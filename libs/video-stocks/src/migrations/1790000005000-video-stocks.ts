import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VideoStocks1790000005000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE video_stocks (
        id uuid CONSTRAINT video_stocks_pkey PRIMARY KEY,
        podcast_id uuid NOT NULL CONSTRAINT video_stocks_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        client_key text NOT NULL,
        status text NOT NULL
          CONSTRAINT video_stocks_status_check CHECK (status IN ('processing', 'ready', 'failed', 'matched', 'canceled')),
        revision int NOT NULL DEFAULT 1,
        duration_seconds int CONSTRAINT video_stocks_duration_seconds_check CHECK (duration_seconds > 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await db.query('CREATE UNIQUE INDEX video_stocks_podcast_id_client_key_key ON video_stocks (podcast_id, client_key)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE video_stocks');
  }
}
