import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last transactions that changed what a public feed says of its episodes, so that a look-up of its version reads a few rows. Each
 * database session has a row of its own: sessions do not wait for each other, and a change is seen whichever of them commits first.
 */
export class FeedChanges1790004500000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE feed_changes (
        podcast_id uuid CONSTRAINT feed_changes_podcast_id_fkey REFERENCES publications (podcast_id) ON DELETE CASCADE,
        session smallint,
        xact bigint NOT NULL,
        CONSTRAINT feed_changes_pkey PRIMARY KEY (podcast_id, session)
      )
    `);
    await db.query(`
      CREATE FUNCTION feed_changes_of_contents() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO feed_changes (podcast_id, session, xact)
        SELECT DISTINCT c.podcast_id, pg_backend_pid() % 1024, pg_current_xact_id()::text::bigint
          FROM changed c JOIN publications p ON p.podcast_id = c.podcast_id
        ON CONFLICT (podcast_id, session) DO UPDATE SET xact = excluded.xact WHERE feed_changes.xact <> excluded.xact;
        RETURN NULL;
      END $$
    `);
    for (const [event, name] of [['INSERT', 'new'], ['UPDATE', 'changed']] as const) {
      await db.query(`
        CREATE TRIGGER feed_changes_of_${name}_contents AFTER ${event} ON episode_contents REFERENCING NEW TABLE AS changed
          FOR EACH STATEMENT EXECUTE FUNCTION feed_changes_of_contents()
      `);
    } // prettier-ignore
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER feed_changes_of_new_contents ON episode_contents');
    await db.query('DROP TRIGGER feed_changes_of_changed_contents ON episode_contents');
    await db.query('DROP FUNCTION feed_changes_of_contents');
    await db.query('DROP TABLE feed_changes');
  }
}
