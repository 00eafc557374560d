import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So that a user's list is one walk along an index, over however many podcasts. */
export class OwnersOfVideoStocks1790000035000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE video_stocks ADD owner_id uuid');
    await db.query('UPDATE video_stocks s SET owner_id = p.owner_id FROM podcasts p WHERE p.id = s.podcast_id');
    await db.query(`
      ALTER TABLE video_stocks
        ALTER owner_id SET NOT NULL,
        DROP CONSTRAINT video_stocks_podcast_id_fkey,
        ADD CONSTRAINT video_stocks_podcast_id_owner_id_fkey FOREIGN KEY (podcast_id, owner_id) REFERENCES podcasts (id, owner_id)
          ON DELETE CASCADE ON UPDATE CASCADE
    `);
    await db.query('CREATE INDEX video_stocks_owner_id_id_idx ON video_stocks (owner_id, id)');
    await db.query('CREATE INDEX video_stocks_owner_id_status_id_idx ON video_stocks (owner_id, status, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX video_stocks_owner_id_id_idx');
    await db.query('DROP INDEX video_stocks_owner_id_status_id_idx');
    await db.query(`
      ALTER TABLE video_stocks
        DROP owner_id,
        ADD CONSTRAINT video_stocks_podcast_id_fkey FOREIGN KEY (podcast_id) REFERENCES podcasts (id) ON DELETE CASCADE
    `);
  }
}
