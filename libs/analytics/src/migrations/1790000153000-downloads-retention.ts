import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since which UTC day there are single downloads. Days before it keep the figures that were rolled up: downloads of those days that
 * come later are not counted any more, because the roll-up could not be made again with them.
 */
export class DownloadsRetention1790000153000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE downloads_kept (
        id int CONSTRAINT downloads_kept_pkey PRIMARY KEY CONSTRAINT downloads_kept_id_check CHECK (id = 1),
        since date NOT NULL
      )
    `);
    await db.query(NOTE(`(d.at AT TIME ZONE 'UTC')::date >= coalesce((SELECT k.since FROM downloads_kept k), '-infinity')`));
    const { schema } = ((await db.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }])[0];
    await db.query(DROP_PARTITION(schema));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION drop_downloads_partition');
    await db.query(NOTE('true'));
    await db.query('DROP TABLE downloads_kept');
  }
}

const NOTE = (condition: string) => `
  CREATE OR REPLACE FUNCTION note_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- The row of the day is locked also where it is stale already. A roll-up of that day holds it while it counts: it has
    -- either seen these downloads, or they wait here for its end and make the day stale again.
    INSERT INTO download_day_states AS s (podcast_id, day)
    SELECT DISTINCT e.podcast_id, (d.at AT TIME ZONE 'UTC')::date
      FROM inserted d JOIN episodes e ON e.id = d.episode_id
     WHERE ${condition}
     ORDER BY 1, 2
    ON CONFLICT (podcast_id, day) DO UPDATE SET stale = true WHERE NOT s.stale;
    RETURN NULL;
  END $$`;

/**
 * False while a day of the partition, or one before it, is not rolled up. It runs with the rights of the role that migrates. The lock is
 * requested for 100 ms at most, because statements wait behind it; whoever inserts holds it until its day is marked as stale.
 */
const DROP_PARTITION = (schema: string) => `
  CREATE FUNCTION drop_downloads_partition(name text, ends date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET timezone = 'UTC' SET lock_timeout = '100ms' AS $$
  BEGIN
    IF NOT has_table_privilege(session_user, 'downloads', 'DELETE') THEN
      RAISE insufficient_privilege USING MESSAGE = 'permission denied to drop a partition of downloads';
    END IF;
    PERFORM FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = 'downloads'::regclass AND relname = name AND pg_get_expr(relpartbound, c.oid) LIKE format('%% TO (%L)', ends::timestamptz);
    IF NOT FOUND THEN RETURN false; END IF;
    IF EXISTS (SELECT FROM download_day_states WHERE stale AND day < ends) THEN RETURN false; END IF;
    EXECUTE format('ALTER TABLE downloads DETACH PARTITION %I', name);
    IF EXISTS (SELECT FROM download_day_states WHERE stale AND day < ends) THEN
      RAISE EXCEPTION 'days of % are stale again', name USING ERRCODE = 'lock_not_available';
    END IF;
    INSERT INTO downloads_kept AS k (id, since) VALUES (1, ends) ON CONFLICT (id) DO UPDATE SET since = greatest(k.since, excluded.since);
    EXECUTE format('DROP TABLE %I', name);
    RETURN true;
  END $$`;
