import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of a podcast is public, and the feeds as they are sent. */
export class Publication1790002200300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE publications (
        podcast_id uuid CONSTRAINT publications_pkey PRIMARY KEY
          CONSTRAINT publications_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        public boolean NOT NULL DEFAULT false,
        count_downloads boolean NOT NULL DEFAULT false,
        language text,
        origin text NOT NULL,
        updated_at timestamptz NOT NULL
      )
    `);
    await db.query(`
      CREATE TABLE published_feeds (
        podcast_id uuid CONSTRAINT published_feeds_pkey PRIMARY KEY
          CONSTRAINT published_feeds_podcast_id_fkey REFERENCES publications (podcast_id) ON DELETE CASCADE,
        version text NOT NULL,
        content_type text NOT NULL,
        etag text NOT NULL,
        gzip bytea NOT NULL,
        brotli bytea NOT NULL
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE published_feeds');
    await db.query('DROP TABLE publications');
  }
}
