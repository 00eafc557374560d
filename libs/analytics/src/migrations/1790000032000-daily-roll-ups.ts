import { inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Daily roll-ups. Whether they say what the raw rows say stands in `download_day_states`, and a trigger sees to it, whoever inserts
 * downloads: a day without a state has no downloads, and one that is stale is read from the raw rows.
 */
export class DailyRollUps1790000032000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () => createTables(db));
    await inTransaction(db, () => noteDownloads(db));
    // Days of downloads that were there before the trigger.
    await inBatches(db, 'SELECT id FROM episodes WHERE id > $1 ORDER BY id LIMIT $2', (ids) =>
      db.query(
        `INSERT INTO download_day_states (podcast_id, day)
         SELECT DISTINCT e.podcast_id, (d.at AT TIME ZONE 'UTC')::date
           FROM downloads d JOIN episodes e ON e.id = d.episode_id WHERE e.id = ANY ($1) ORDER BY 1, 2
         ON CONFLICT DO NOTHING`,
        [ids],
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER downloads_noted ON downloads');
    await db.query('DROP FUNCTION note_downloads');
    await db.query('DROP TABLE download_days');
    await db.query('DROP TABLE download_day_states');
  }
}

async function createTables(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS download_day_states (
      podcast_id uuid NOT NULL CONSTRAINT download_day_states_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
      day date NOT NULL,
      stale boolean NOT NULL DEFAULT true,
      downloads bigint NOT NULL DEFAULT 0,
      carried boolean NOT NULL DEFAULT false,
      CONSTRAINT download_day_states_pkey PRIMARY KEY (podcast_id, day)
    )
  `);
  await db.query('CREATE INDEX IF NOT EXISTS download_day_states_stale_idx ON download_day_states (day, podcast_id) WHERE stale');
  await db.query(`
    CREATE TABLE IF NOT EXISTS download_days (
      podcast_id uuid NOT NULL,
      day date NOT NULL,
      episode_id uuid NOT NULL CONSTRAINT download_days_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
      downloads int NOT NULL,
      listeners int NOT NULL,
      quarters int[] NOT NULL,
      downloads_until int[] NOT NULL,
      listeners_until int[] NOT NULL,
      listeners_from int[] NOT NULL,
      CONSTRAINT download_days_pkey PRIMARY KEY (podcast_id, day, episode_id)
    )
  `);
  await db.query('CREATE INDEX IF NOT EXISTS download_days_episode_id_idx ON download_days (episode_id)');
}

async function noteDownloads(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE OR REPLACE FUNCTION note_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- The row of the day is locked also where it is stale already. A roll-up of that day holds it while it counts: it has
      -- either seen these downloads, or they wait here for its end and make the day stale again.
      INSERT INTO download_day_states AS s (podcast_id, day)
      SELECT DISTINCT e.podcast_id, (d.at AT TIME ZONE 'UTC')::date
        FROM inserted d JOIN episodes e ON e.id = d.episode_id
       ORDER BY 1, 2
      ON CONFLICT (podcast_id, day) DO UPDATE SET stale = true WHERE NOT s.stale;
      RETURN NULL;
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE TRIGGER downloads_noted AFTER INSERT ON downloads
      REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_downloads()
  `);
}
