import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing calls `episodes_below` since `episodes_found_below` reads the head of a list. No release called it. */
export class DropEpisodesBelow1790004900000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION episodes_below');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION episodes_below(podcast_id uuid, released_at timestamptz, episode_id uuid, most int)
        RETURNS SETOF episode_contents STABLE STRICT LANGUAGE sql
        SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off AS $$
        SELECT * FROM episode_contents c
         WHERE c.podcast_id >= $1 AND (c.podcast_id, c.released_at, c.episode_id) < ($1, $2, $3)
         ORDER BY c.podcast_id DESC, c.released_at DESC, c.episode_id DESC LIMIT $4
      $$
    `);
  }
}
