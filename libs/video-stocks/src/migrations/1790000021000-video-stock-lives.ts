import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VideoStockLives1790000021000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE video_stocks
        ADD request_sha256 bytea,
        ADD upload_id uuid,
        ADD title text,
        ADD match_guid text,
        ADD match_title text,
        ADD matched_episode_id uuid CONSTRAINT video_stocks_matched_episode_id_fkey REFERENCES episodes (id),
        ADD matched_by text CONSTRAINT video_stocks_matched_by_check CHECK (matched_by IN ('match', 'link')),
        ADD failure_code text,
        ADD probe_claim uuid,
        ADD probe_due_at timestamptz NOT NULL DEFAULT now(),
        ADD probe_attempts int NOT NULL DEFAULT 0
    `);
    await db.query(
      'CREATE UNIQUE INDEX video_stocks_matched_episode_id_key ON video_stocks (matched_episode_id) WHERE matched_episode_id IS NOT NULL',
    );
    await db.query('CREATE INDEX video_stocks_podcast_id_id_idx ON video_stocks (podcast_id, id)');
    await db.query('CREATE INDEX video_stocks_podcast_id_status_id_idx ON video_stocks (podcast_id, status, id)');
    await db.query(`CREATE INDEX video_stocks_probe_due_at_idx ON video_stocks (probe_due_at) WHERE status = 'processing'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX video_stocks_podcast_id_id_idx');
    await db.query('DROP INDEX video_stocks_podcast_id_status_id_idx');
    await db.query('DROP INDEX video_stocks_probe_due_at_idx');
    await db.query(`
      ALTER TABLE video_stocks
        DROP request_sha256, DROP upload_id, DROP title, DROP match_guid, DROP match_title, DROP matched_episode_id, DROP matched_by,
        DROP failure_code, DROP probe_claim, DROP probe_due_at, DROP probe_attempts
    `);
  }
}
