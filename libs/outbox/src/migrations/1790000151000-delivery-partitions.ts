import { buildIndex, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A Monday. */
const MONDAY = Date.parse('2026-01-05T00:00:00Z');

const INDEXES = [
  'history_idx ON webhook_deliveries (user_id, id)',
  'ready_idx ON webhook_deliveries (endpoint_id, id) WHERE ready_at IS NOT NULL',
  'ready_at_idx ON webhook_deliveries (ready_at) WHERE ready_at IS NOT NULL',
  'open_idx ON webhook_deliveries (endpoint_id, status) WHERE finished_at IS NULL',
  `held_idx ON webhook_deliveries (endpoint_id) WHERE status = 'queued' AND ready_at IS NULL AND retry_at IS NULL`,
  'retry_at_idx ON webhook_deliveries (retry_at) WHERE retry_at IS NOT NULL',
  'lease_until_idx ON webhook_deliveries (lease_until) WHERE lease_until IS NOT NULL',
  'finished_at_idx ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL',
];

const TRIGGERS = [
  ['insert', 'NEW TABLE AS added'],
  ['update', 'NEW TABLE AS added OLD TABLE AS removed'],
  ['delete', 'OLD TABLE AS removed'],
] as const;

/** The least UUIDv7 of a moment, in SQL. */
const ID_AT = (moment: string) => `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * Deliveries by weeks. The key is the id, whose first bits are the time at which it was made (UUIDv7), so that the primary key stays.
 * What is there becomes the first partition, without being copied: a check that was validated beside readers and writers proves to
 * PostgreSQL that it fits, and the exclusive lock takes milliseconds. Every step can be repeated after a failure.
 */
export class DeliveryPartitions1790000151000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    if (await isPartitioned(db)) return;
    await buildIndex(db, 'webhook_deliveries_ready_at_idx', 'ON webhook_deliveries (ready_at) WHERE ready_at IS NOT NULL');
    // The first Monday that is at least a day away: until then all new rows belong to the first partition.
    const bound = new Date(MONDAY + Math.ceil((Date.now() + DAY_MS - MONDAY) / WEEK_MS) * WEEK_MS).toISOString();
    const first = await firstAt(db, bound);
    await inTransaction(db, () => constrain(db, first.above ? null : first.id));
    if (!first.above)
      await inTransaction(db, () => db.query('ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_old_check'));
    await inTransaction(db, () => convert(db, bound, first));
  }

  /** Back into one table: rows are copied. */
  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION add_webhook_deliveries_partition(timestamptz, timestamptz)');
    await db.query('DROP FUNCTION drop_webhook_deliveries_partition(text, timestamptz)');
    await db.query('ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_parted');
    await db.query('CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_parted INCLUDING DEFAULTS INCLUDING CONSTRAINTS)');
    await db.query('INSERT INTO webhook_deliveries SELECT * FROM webhook_deliveries_parted');
    await db.query('DROP TABLE webhook_deliveries_parted');
    await db.query('ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)');
    await complete(db);
    await db.query('DROP INDEX webhook_deliveries_ready_at_idx');
  }
}

async function isPartitioned(db: QueryRunner): Promise<boolean> {
  const rows = (await db.query(`SELECT 1 FROM pg_class WHERE oid = 'webhook_deliveries'::regclass AND relkind = 'p'`)) as unknown[];
  return rows.length > 0;
}

/** The first id of a time, and whether rows are above it. */
type First = { readonly id: string; readonly above: boolean };

/** Rows whose ids are no times may be above the bound: they are moved later. Looked for before any lock. */
async function firstAt(db: QueryRunner, bound: string): Promise<First> {
  const text = `SELECT b.id, EXISTS (SELECT FROM webhook_deliveries d WHERE d.id >= b.id) AS above FROM (SELECT ${ID_AT('$1::timestamptz')} AS id) AS b`;
  return ((await db.query(text, [bound])) as [First])[0];
}

/** @param id below which all rows are, if they are */
async function constrain(db: QueryRunner, id: string | null): Promise<void> {
  await db.query('ALTER TABLE webhook_deliveries DROP CONSTRAINT IF EXISTS webhook_deliveries_old_check');
  if (id !== null)
    await db.query(`ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_old_check CHECK (id < '${id}') NOT VALID`);
}

async function convert(db: QueryRunner, bound: string, first: First): Promise<void> {
  await db.query('LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE');
  for (const [event] of TRIGGERS) await db.query(`DROP TRIGGER webhook_deliveries_counted_${event} ON webhook_deliveries`);
  await db.query('ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_old');
  await db.query('ALTER INDEX webhook_deliveries_pkey RENAME TO webhook_deliveries_old_pkey');
  for (const index of INDEXES) {
    const [name] = index.split(' ');
    await db.query(`ALTER INDEX webhook_deliveries_${name} RENAME TO webhook_deliveries_old_${name}`);
  }
  await db.query(`
    CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_old INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id)
  `);
  await db.query('ALTER TABLE webhook_deliveries DROP CONSTRAINT IF EXISTS webhook_deliveries_old_check');
  await db.query('ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)');
  await complete(db);
  await db.query('CREATE TABLE webhook_deliveries_default PARTITION OF webhook_deliveries DEFAULT');
  const { schema } = ((await db.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }])[0];
  await db.query(ADD_PARTITION(schema));
  await db.query(DROP_PARTITION(schema));
  await attachOld(db, bound, first);
  await db.query('SELECT add_webhook_deliveries_partition($1::timestamptz, $1::timestamptz + $2::interval)', [bound, '7 days']);
}

/** Indexes, the foreign key and the triggers, under the names that they have always had. */
async function complete(db: QueryRunner): Promise<void> {
  await db.query(`
    ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  `);
  for (const index of INDEXES) await db.query(`CREATE INDEX webhook_deliveries_${index}`);
  for (const [event, tables] of TRIGGERS)
    await db.query(`
      CREATE TRIGGER webhook_deliveries_counted_${event} AFTER ${event.toUpperCase()} ON webhook_deliveries
        REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION count_webhook_deliveries()
    `);
}

/** A new installation has nothing to keep, and begins with the present week. */
async function attachOld(db: QueryRunner, bound: string, { id, above }: First): Promise<void> {
  const rows = (await db.query('SELECT 1 FROM webhook_deliveries_old LIMIT 1')) as unknown[];
  if (rows.length === 0) {
    await db.query('DROP TABLE webhook_deliveries_old');
    await db.query(
      `SELECT add_webhook_deliveries_partition(w, w + interval '7 days')
         FROM generate_series($1::timestamptz - interval '14 days', $1::timestamptz - interval '7 days', interval '7 days') AS w
        WHERE w + interval '7 days' > now() ORDER BY w`,
      [bound],
    );
    return;
  }
  if (above)
    await db.query(`
      WITH moved AS (DELETE FROM webhook_deliveries_old WHERE id >= '${id}' RETURNING *) INSERT INTO webhook_deliveries_default SELECT * FROM moved
    `);
  await db.query(`ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_old FOR VALUES FROM (MINVALUE) TO ('${id}')`);
  await db.query('ALTER TABLE webhook_deliveries_old DROP CONSTRAINT IF EXISTS webhook_deliveries_old_check');
}

/**
 * Both functions run with the rights of the role that migrates, so that the processes need none to change tables. ATTACH lets readers
 * and writers go on, where CREATE TABLE … PARTITION OF would not.
 */
const ADD_PARTITION = (schema: string) => `
  CREATE FUNCTION add_webhook_deliveries_partition(begins timestamptz, ends timestamptz) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '1s' AS $$
  DECLARE
    name text := 'webhook_deliveries_' || to_char(begins AT TIME ZONE 'UTC', 'YYYY_MM_DD');
    lowest uuid := ${ID_AT('begins')};
    highest uuid := ${ID_AT('ends')};
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('partitions of webhook_deliveries', 0));
    IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    -- Rows that came while there was no partition for them.
    EXECUTE format('WITH moved AS (DELETE FROM webhook_deliveries_default WHERE id >= %L AND id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved', lowest, highest, name);
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, lowest, highest);
    RETURN true;
  END $$`;

/** Null when the partition is still needed. The lock is requested for 100 ms at most: meanwhile statements wait behind it. */
const DROP_PARTITION = (schema: string) => `
  CREATE FUNCTION drop_webhook_deliveries_partition(name text, before timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '100ms' AS $$
  DECLARE
    needed boolean;
    rows bigint;
    check_needed text := format('SELECT EXISTS (SELECT FROM %1$I WHERE finished_at IS NULL) OR EXISTS (SELECT FROM %1$I WHERE finished_at >= %2$L)', name, before);
  BEGIN
    IF NOT has_table_privilege(session_user, 'webhook_deliveries', 'DELETE') THEN
      RAISE insufficient_privilege USING MESSAGE = 'permission denied to drop a partition of webhook_deliveries';
    END IF;
    PERFORM FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass AND inhrelid = to_regclass(quote_ident(name));
    IF NOT FOUND OR name = 'webhook_deliveries_default' THEN RETURN NULL; END IF;
    EXECUTE check_needed INTO needed;
    IF needed THEN RETURN NULL; END IF;
    EXECUTE format('SELECT count(*) FROM %I', name) INTO rows;
    EXECUTE format('ALTER TABLE webhook_deliveries DETACH PARTITION %I', name);
    EXECUTE check_needed INTO needed;
    IF needed THEN RAISE EXCEPTION 'rows of % are in use again', name USING ERRCODE = 'lock_not_available'; END IF;
    EXECUTE format('DROP TABLE %I', name);
    RETURN rows;
  END $$`;
