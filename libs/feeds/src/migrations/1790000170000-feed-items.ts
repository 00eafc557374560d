import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the items of a feed were when they were last taken over, so that the next refetch compares only those that changed. */
export class FeedItems1790000170000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE feed_items (
        podcast_id uuid CONSTRAINT feed_items_pkey PRIMARY KEY
          CONSTRAINT feed_items_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        digests bytea NOT NULL
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE feed_items');
  }
}
