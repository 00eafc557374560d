import { inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Quarters of an hour get a table of their own: their rows are ten times as wide, and days in UTC do without them. */
export class QuartersApart1790000033000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const column = `SELECT FROM pg_attribute WHERE attrelid = 'download_days'::regclass AND attname = 'quarters' AND NOT attisdropped`;
    if (((await db.query(column)) as unknown[]).length === 0) return; // the run before was interrupted after its last step
    await inTransaction(db, () => createTable(db));
    // The rows are locked, so that a roll-up cannot delete one between its reading and the check of the foreign key.
    await inBatches(
      db,
      `SELECT concat_ws(' ', podcast_id, day, episode_id) AS id FROM download_days
        WHERE (podcast_id, day, episode_id) > (${keyOf('$1::text')}) ORDER BY podcast_id, day, episode_id LIMIT $2`,
      (keys) =>
        db.query(
          `INSERT INTO download_quarters SELECT ${COLUMNS} FROM download_days
            WHERE (podcast_id, day, episode_id) IN (SELECT ${keyOf('key')} FROM unnest($1::text[]) key) FOR KEY SHARE ON CONFLICT DO NOTHING`,
          [keys],
        ),
    );
    await inTransaction(db, async () => {
      await db.query('DROP TRIGGER copy_quarters ON download_days');
      await db.query('DROP FUNCTION copy_quarters');
      await db.query(`
        ALTER TABLE download_days
          DROP COLUMN quarters,
          DROP COLUMN downloads_until,
          DROP COLUMN listeners_until,
          DROP COLUMN listeners_from
      `);
    });
  }

  async down(db: QueryRunner): Promise<void> {
    // Roll-ups are made again from the raw rows.
    await db.query('UPDATE download_day_states SET stale = true');
    await db.query('DROP TABLE download_quarters');
    await db.query('DELETE FROM download_days');
    await db.query(`
      ALTER TABLE download_days
        ADD COLUMN quarters int[] NOT NULL,
        ADD COLUMN downloads_until int[] NOT NULL,
        ADD COLUMN listeners_until int[] NOT NULL,
        ADD COLUMN listeners_from int[] NOT NULL
    `);
  }
}

/** The columns of the primary key out of one text. The first batch begins behind an id alone. */
const keyOf = (text: string) =>
  ['uuid', 'date', 'uuid']
    .map((type, at) => `split_part(concat_ws(' ', ${text}, '-infinity', ${text}), ' ', ${at + 1})::${type}`)
    .join(', ');

const COLUMNS = 'podcast_id, day, episode_id, quarters, downloads_until, listeners_until, listeners_from';

/** Creates the table, and a trigger for days that are rolled up during the migration. */
async function createTable(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS download_quarters (
      podcast_id uuid NOT NULL,
      day date NOT NULL,
      episode_id uuid NOT NULL,
      quarters int[] NOT NULL,
      downloads_until int[] NOT NULL,
      listeners_until int[] NOT NULL,
      listeners_from int[] NOT NULL,
      CONSTRAINT download_quarters_pkey PRIMARY KEY (podcast_id, day, episode_id),
      CONSTRAINT download_quarters_day_fkey FOREIGN KEY (podcast_id, day, episode_id)
        REFERENCES download_days (podcast_id, day, episode_id) ON DELETE CASCADE
    )
  `);
  await db.query(`
    CREATE OR REPLACE FUNCTION copy_quarters() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO download_quarters SELECT ${COLUMNS.replace(/\w+/g, 'NEW.$&')}
      ON CONFLICT (podcast_id, day, episode_id) DO UPDATE SET quarters = NEW.quarters, downloads_until = NEW.downloads_until,
        listeners_until = NEW.listeners_until, listeners_from = NEW.listeners_from;
      RETURN NULL;
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE TRIGGER copy_quarters AFTER INSERT OR UPDATE ON download_days FOR EACH ROW EXECUTE FUNCTION copy_quarters()
  `);
}
