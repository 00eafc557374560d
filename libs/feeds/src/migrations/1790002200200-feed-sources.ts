import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of feeds that are published, and what broke a transfer. */
export class FeedSources1790002200200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE feed_sources (
        podcast_id uuid CONSTRAINT feed_sources_pkey PRIMARY KEY
          CONSTRAINT feed_sources_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        digest bytea,
        marks bytea,
        content bytea
      )
    `);
    await db.query('ALTER TABLE rss_refetches ADD failure_detail text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE rss_refetches DROP COLUMN failure_detail');
    await db.query('DROP TABLE feed_sources');
  }
}
