import { inBatches } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Episodes whose time has not come, so that a worker finds it when it does (contract 18.3), without an index over all episodes. A trigger
 * notes them, whoever stores an episode: a refetch, fixtures, processes of the version before.
 */
export class UnpublishedEpisodes1790002173500 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE IF NOT EXISTS unpublished_episodes (
        episode_id uuid CONSTRAINT unpublished_episodes_pkey PRIMARY KEY
          CONSTRAINT unpublished_episodes_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE
      )
    `);
    await db.query(`
      CREATE OR REPLACE FUNCTION note_unpublished_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO unpublished_episodes (episode_id)
        SELECT id FROM added WHERE published_at IS NULL OR published_at > clock_timestamp() ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$
    `);
    await db.query(`
      CREATE OR REPLACE TRIGGER episodes_note_unpublished AFTER INSERT ON episodes
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unpublished_episodes()
    `);
    await inBatches(
      db,
      'SELECT id FROM episodes WHERE (published_at IS NULL OR published_at > now()) AND id > $1 ORDER BY id LIMIT $2',
      (ids) =>
        db.query('INSERT INTO unpublished_episodes (episode_id) SELECT id FROM episodes WHERE id = ANY ($1) ON CONFLICT DO NOTHING', [ids]),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER episodes_note_unpublished ON episodes');
    await db.query('DROP FUNCTION note_unpublished_episodes');
    await db.query('DROP TABLE unpublished_episodes');
  }
}
