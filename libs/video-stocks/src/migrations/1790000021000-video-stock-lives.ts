import { addConstraint, buildIndex, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VideoStockLives1790000021000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () =>
      db.query(`
        ALTER TABLE video_stocks
          ADD IF NOT EXISTS request_sha256 bytea,
          ADD IF NOT EXISTS upload_id uuid,
          ADD IF NOT EXISTS title text,
          ADD IF NOT EXISTS match_guid text,
          ADD IF NOT EXISTS match_title text,
          ADD IF NOT EXISTS matched_episode_id uuid,
          ADD IF NOT EXISTS matched_by text,
          ADD IF NOT EXISTS failure_code text,
          ADD IF NOT EXISTS probe_claim uuid,
          ADD IF NOT EXISTS probe_due_at timestamptz NOT NULL DEFAULT now(),
          ADD IF NOT EXISTS probe_attempts int NOT NULL DEFAULT 0
      `),
    );
    const episode = 'FOREIGN KEY (matched_episode_id) REFERENCES episodes (id)';
    await addConstraint(db, 'video_stocks', 'video_stocks_matched_episode_id_fkey', episode);
    await addConstraint(db, 'video_stocks', 'video_stocks_matched_by_check', `CHECK (matched_by IN ('match', 'link'))`);
    const matched = 'ON video_stocks (matched_episode_id) WHERE matched_episode_id IS NOT NULL';
    await buildIndex(db, 'video_stocks_matched_episode_id_key', matched, 'UNIQUE INDEX');
    await buildIndex(db, 'video_stocks_podcast_id_id_idx', 'ON video_stocks (podcast_id, id)');
    await buildIndex(db, 'video_stocks_podcast_id_status_id_idx', 'ON video_stocks (podcast_id, status, id)');
    await buildIndex(db, 'video_stocks_probe_due_at_idx', `ON video_stocks (probe_due_at) WHERE status = 'processing'`);
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
