import { inBatches } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Feeds whose automatic refetches are to be planned: those without a host. A trigger marks them, so that nothing has to search all
 * podcasts for them. Each statement commits by itself: none holds a lock that callers wait for while another runs.
 */
export class UnplannedFeeds1790002200100 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX IF EXISTS feeds_unplanned_idx'); // an interrupted build leaves one that nothing uses
    await db.query('CREATE INDEX CONCURRENTLY feeds_unplanned_idx ON feeds (podcast_id) WHERE host IS NULL');
    await db.query(`
      CREATE OR REPLACE FUNCTION feed_of_podcast() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.feed_url IS NULL THEN
          DELETE FROM feeds WHERE podcast_id = NEW.id;
        ELSE
          INSERT INTO feeds (podcast_id, next_refetch_at) VALUES (NEW.id, 'infinity')
          ON CONFLICT (podcast_id) DO UPDATE SET host = NULL, moved_to = NULL;
        END IF;
        RETURN NULL;
      END $$
    `);
    await db.query(`
      CREATE OR REPLACE TRIGGER feed_of_new_podcast AFTER INSERT ON podcasts FOR EACH ROW
        WHEN (NEW.feed_url IS NOT NULL) EXECUTE FUNCTION feed_of_podcast()
    `);
    await db.query(`
      CREATE OR REPLACE TRIGGER feed_of_changed_podcast AFTER UPDATE OF feed_url ON podcasts FOR EACH ROW
        WHEN (OLD.feed_url IS DISTINCT FROM NEW.feed_url) EXECUTE FUNCTION feed_of_podcast()
    `);
    await inBatches(db, 'SELECT id FROM podcasts WHERE feed_url IS NOT NULL AND id > $1 ORDER BY id LIMIT $2', (ids) =>
      db.query(
        `INSERT INTO feeds (podcast_id, next_refetch_at)
         SELECT id, 'infinity' FROM podcasts WHERE feed_url IS NOT NULL AND id = ANY ($1)
         ON CONFLICT (podcast_id) DO NOTHING`,
        [ids],
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER feed_of_changed_podcast ON podcasts');
    await db.query('DROP TRIGGER feed_of_new_podcast ON podcasts');
    await db.query('DROP FUNCTION feed_of_podcast');
    await db.query('DROP INDEX feeds_unplanned_idx');
    await db.query(`DELETE FROM feeds WHERE next_refetch_at = 'infinity'`);
  }
}
