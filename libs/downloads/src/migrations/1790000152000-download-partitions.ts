import { buildIndex, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const DAY_MS = 86_400_000;

/**
 * Downloads by months of their time. The primary key leads with the episode and its time, which is how they are read: it takes the
 * place of the index for that. What is there becomes the first partition, without being copied: its key is built beside readers and
 * writers, a check that was validated beside them proves that it fits, and the exclusive lock takes milliseconds. Every step can be
 * repeated after a failure.
 */
export class DownloadPartitions1790000152000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    if (await isPartitioned(db)) return;
    await buildIndex(db, 'downloads_old_pkey', 'ON downloads (episode_id, at, id)', 'UNIQUE INDEX');
    // The first month that begins at least a day from now: until then all new rows belong to the first partition.
    const soon = new Date(Date.now() + DAY_MS);
    const bound = new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1)).toISOString();
    // Imported downloads may have a time above the bound: they are moved later. Looked for before any lock.
    const above = ((await db.query('SELECT 1 FROM downloads WHERE at >= $1 LIMIT 1', [bound])) as unknown[]).length > 0;
    await inTransaction(db, () => constrain(db, above ? null : bound));
    if (!above) await inTransaction(db, () => db.query('ALTER TABLE downloads VALIDATE CONSTRAINT downloads_old_check'));
    await inTransaction(db, () => convert(db, bound, above));
  }

  /** Back into one table: rows are copied. */
  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION add_downloads_partition(timestamptz, timestamptz)');
    await db.query('ALTER TABLE downloads RENAME TO downloads_parted');
    await db.query('CREATE TABLE downloads (LIKE downloads_parted)');
    await db.query('INSERT INTO downloads SELECT * FROM downloads_parted');
    await db.query('DROP TABLE downloads_parted');
    await db.query('ALTER TABLE downloads ADD CONSTRAINT downloads_pkey PRIMARY KEY (id)');
    await db.query('CREATE INDEX downloads_episode_id_at_idx ON downloads (episode_id, at)');
    await complete(db);
  }
}

async function isPartitioned(db: QueryRunner): Promise<boolean> {
  const rows = (await db.query(`SELECT 1 FROM pg_class WHERE oid = 'downloads'::regclass AND relkind = 'p'`)) as unknown[];
  return rows.length > 0;
}

/** @param bound below which all rows are, if they are */
async function constrain(db: QueryRunner, bound: string | null): Promise<void> {
  await db.query('ALTER TABLE downloads DROP CONSTRAINT IF EXISTS downloads_old_check');
  if (bound !== null) await db.query(`ALTER TABLE downloads ADD CONSTRAINT downloads_old_check CHECK (at < '${bound}') NOT VALID`);
}

async function convert(db: QueryRunner, bound: string, above: boolean): Promise<void> {
  await db.query('LOCK TABLE downloads IN ACCESS EXCLUSIVE MODE');
  const triggers = (await db.query(
    `SELECT 1 FROM pg_trigger WHERE tgrelid = 'downloads'::regclass AND tgname = 'downloads_noted'`,
  )) as unknown[];
  if (triggers.length > 0) await db.query('DROP TRIGGER downloads_noted ON downloads');
  await db.query('ALTER TABLE downloads RENAME TO downloads_old');
  await db.query('ALTER TABLE downloads_old DROP CONSTRAINT downloads_pkey');
  await db.query('ALTER TABLE downloads_old ADD CONSTRAINT downloads_old_pkey PRIMARY KEY USING INDEX downloads_old_pkey');
  await db.query('DROP INDEX downloads_episode_id_at_idx');
  await db.query('CREATE TABLE downloads (LIKE downloads_old) PARTITION BY RANGE (at)');
  await db.query('ALTER TABLE downloads ADD CONSTRAINT downloads_pkey PRIMARY KEY (episode_id, at, id)');
  await complete(db, triggers.length > 0);
  await db.query('CREATE TABLE downloads_default PARTITION OF downloads DEFAULT');
  const { schema } = ((await db.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }])[0];
  await db.query(ADD_PARTITION(schema));
  await attachOld(db, bound, above);
  await db.query(`SELECT add_downloads_partition($1::timestamptz, $1::timestamptz + interval '1 month')`, [bound]);
}

async function complete(db: QueryRunner, isNoted = true): Promise<void> {
  await db.query(
    'ALTER TABLE downloads ADD CONSTRAINT downloads_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes (id) ON DELETE CASCADE',
  );
  if (isNoted && (await hasNoteFunction(db)))
    await db.query(`
      CREATE TRIGGER downloads_noted AFTER INSERT ON downloads
        REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION note_downloads()
    `);
}

/** The function belongs to roll-ups, which a test of this feature may leave out. */
async function hasNoteFunction(db: QueryRunner): Promise<boolean> {
  const rows = (await db.query(`SELECT 1 FROM pg_proc WHERE oid = to_regproc('note_downloads')`)) as unknown[];
  return rows.length > 0;
}

/** A new installation has nothing to keep, and begins with the present month. */
async function attachOld(db: QueryRunner, bound: string, above: boolean): Promise<void> {
  const rows = (await db.query('SELECT 1 FROM downloads_old LIMIT 1')) as unknown[];
  if (rows.length === 0) {
    await db.query('DROP TABLE downloads_old');
    await db.query(
      `SELECT add_downloads_partition(m, m + interval '1 month')
         FROM generate_series($1::timestamptz - interval '2 months', $1::timestamptz - interval '1 month', interval '1 month') AS m
        WHERE m + interval '1 month' > now() ORDER BY m`,
      [bound],
    );
    return;
  }
  if (above)
    await db.query(`
      WITH moved AS (DELETE FROM downloads_old WHERE at >= '${bound}' RETURNING *) INSERT INTO downloads_default SELECT * FROM moved
    `);
  await db.query(`ALTER TABLE downloads ATTACH PARTITION downloads_old FOR VALUES FROM (MINVALUE) TO ('${bound}')`);
  await db.query('ALTER TABLE downloads_old DROP CONSTRAINT IF EXISTS downloads_old_check');
}

/**
 * It runs with the rights of the role that migrates, so that the processes need none to change tables. ATTACH lets readers and writers
 * go on, where CREATE TABLE … PARTITION OF would not.
 */
const ADD_PARTITION = (schema: string) => `
  CREATE FUNCTION add_downloads_partition(begins timestamptz, ends timestamptz) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
  DECLARE
    name text := 'downloads_' || to_char(begins, 'YYYY_MM');
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('partitions of downloads', 0));
    IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE downloads)', name);
    -- Rows that came while there was no partition for them.
    EXECUTE format('WITH moved AS (DELETE FROM downloads_default WHERE at >= %L AND at < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved', begins, ends, name);
    EXECUTE format('ALTER TABLE downloads ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
    RETURN true;
  END $$`;
