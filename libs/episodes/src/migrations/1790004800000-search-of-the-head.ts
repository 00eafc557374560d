import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The look-up of a search at the head of the list. It ends at the last row of the page; `episodes_below` reads all rows that it may. */
export class SearchOfTheHead1790004800000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION episodes_found_below(podcast_id uuid, released_at timestamptz, episode_id uuid, most int, words tsquery,
          missing smallint[], wanted int)
        RETURNS SETOF episode_contents STABLE STRICT LANGUAGE sql
        SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
        SELECT * FROM (
          SELECT * FROM episode_contents c
           WHERE c.podcast_id >= $1 AND (c.podcast_id, c.released_at, c.episode_id) < ($1, $2, $3)
           ORDER BY c.podcast_id DESC, c.released_at DESC, c.episode_id DESC LIMIT $4) c
         WHERE c.title_words @@ $5 AND c.missing = ANY ($6) LIMIT $7
      $$
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION episodes_found_below');
  }
}
