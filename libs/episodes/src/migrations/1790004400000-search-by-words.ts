import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The two look-ups of a search, each by its index whatever statistics the database has: those of few rows made PostgreSQL read and sort
 * the whole table. The functions leave it no other plan.
 */
export class SearchByWords1790004400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION episodes_with_words(podcast_id uuid, words text) RETURNS SETOF episode_contents STABLE STRICT LANGUAGE sql
        SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
        SELECT * FROM episode_contents WHERE title_words @@ search_of_titles($1, $2)
      $$
    `);
    await db.query(`
      CREATE OR REPLACE FUNCTION episodes_below(podcast_id uuid, released_at timestamptz, episode_id uuid, most int)
        RETURNS SETOF episode_contents STABLE STRICT LANGUAGE sql
        SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
        SELECT * FROM episode_contents c
         WHERE c.podcast_id >= $1 AND (c.podcast_id, c.released_at, c.episode_id) < ($1, $2, $3)
         ORDER BY c.podcast_id DESC, c.released_at DESC, c.episode_id DESC LIMIT $4
      $$
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION episodes_with_words, episodes_below');
  }
}
