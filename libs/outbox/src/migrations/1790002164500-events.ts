import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries whose events are copied in one statement, so that no lock lasts long. */
const BATCH_SIZE = 1000;

/** The least UUIDv7 of a moment, in SQL. */
const ID_AT = (moment: string) => `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** The class of the advisory locks of transactions that write events: 'evnt'. */
const LOCK_CLASS = 0x65766e74;

/**
 * Events by weeks of their ids, and their order. Positions come from a sequence, and a position is readable once every lower one is
 * committed or rolled back: a writer first locks the last position that was given out, so that its own are above it, and a reader stays
 * below the least locked one. Unlike ids of transactions, positions survive a dump, and a long transaction that writes no event delays
 * nobody.
 *
 * What deliveries have carried so far becomes their events. Processes of the version before go on: `webhook_deliveries.body` is still
 * written for their workers, and a trigger makes the events of what they publish. Both go in a later release.
 */
export class Events1790002164500 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await makeTable(db);
    await makePartitionFunctions(db);
    await makePositions(db);
    await makeWeeks(db);
    await db.query(EVENTS_OF_OLD_PROCESSES);
    await db.query(`
      CREATE OR REPLACE TRIGGER webhook_deliveries_have_events AFTER INSERT ON webhook_deliveries
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION events_of_old_processes()
    `);
    await copyEvents(db);
    await indexEventIds(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX webhook_deliveries_event_id_idx');
    await db.query('DROP TRIGGER webhook_deliveries_have_events ON webhook_deliveries');
    await db.query('DROP FUNCTION events_of_old_processes');
    await db.query('DROP TABLE events');
    await db.query('DROP FUNCTION add_events_partition, drop_events_partition, begin_events, next_event_position, readable_events');
    await db.query('DROP SEQUENCE events_position');
  }
}

async function makeTable(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS events (
      id uuid CONSTRAINT events_pkey PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT events_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
      type text NOT NULL,
      podcast_id uuid,
      body text NOT NULL,
      position bigint NOT NULL,
      created_at timestamptz NOT NULL
    ) PARTITION BY RANGE (id)
  `);
  await db.query('CREATE INDEX IF NOT EXISTS events_user_id_idx ON events (user_id, position)');
  await db.query('CREATE TABLE IF NOT EXISTS events_default PARTITION OF events DEFAULT');
}

/** The functions run with the rights of the role that migrates, so that processes need no rights on a sequence. */
async function makePositions(db: QueryRunner): Promise<void> {
  const schema = await schemaOf(db);
  const definer = `SECURITY DEFINER SET search_path = ${schema}, pg_temp`;
  await db.query('CREATE SEQUENCE IF NOT EXISTS events_position');
  await db.query(`SELECT nextval('events_position') WHERE NOT (SELECT is_called FROM events_position)`);
  await db.query(`
    CREATE OR REPLACE FUNCTION begin_events() RETURNS void LANGUAGE sql ${definer} AS $$
      SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS}, (last_value & 2147483647)::int) FROM events_position
    $$`);
  await db.query(`
    CREATE OR REPLACE FUNCTION next_event_position() RETURNS bigint LANGUAGE sql ${definer} AS $$ SELECT nextval('events_position') $$
  `);
  await db.query(`
    CREATE OR REPLACE FUNCTION readable_events() RETURNS bigint LANGUAGE plpgsql ${definer} AS $$
    DECLARE
      -- Read before the locks: a writer whose lock is not seen gets a position above this one.
      highest bigint := (SELECT last_value FROM events_position);
    BEGIN
      RETURN (SELECT coalesce(min(highest - ((highest - objid::bigint) & 2147483647)), highest) FROM pg_locks
               WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS} AND objsubid = 2
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()));
    END $$`);
}

async function makePartitionFunctions(db: QueryRunner): Promise<void> {
  const schema = await schemaOf(db);
  await db.query(ADD_PARTITION(schema));
  await db.query(DROP_PARTITION(schema));
}

async function schemaOf(db: QueryRunner): Promise<string> {
  const [row] = (await db.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }];
  return row.schema;
}

/** From the week of the oldest delivery to the next one. */
async function makeWeeks(db: QueryRunner): Promise<void> {
  const oldest = 'SELECT coalesce(least(min(created_at), now()), now()) AS at FROM webhook_deliveries';
  const [{ at }] = (await db.query(oldest)) as [{ at: Date }];
  await db.query(
    `SELECT add_events_partition(w, w + interval '7 days')
       FROM generate_series(date_trunc('week', $1::timestamptz, 'UTC'), now() + interval '7 days', interval '7 days') AS w`,
    [at],
  );
}

/** In the order of the deliveries. What is delivered twice is one event. */
async function copyEvents(db: QueryRunner): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const [row] = (await db.query(
      `WITH batch AS (
         SELECT id, event_id, user_id, event_type, body, created_at FROM webhook_deliveries WHERE id > $1 ORDER BY id LIMIT ${BATCH_SIZE}
       ), copied AS (
         INSERT INTO events (id, user_id, type, podcast_id, body, position, created_at)
         SELECT event_id, user_id, event_type, ${PODCAST_ID}, body, next_event_position(), created_at FROM (SELECT * FROM batch ORDER BY id) AS b
         ON CONFLICT (id) DO NOTHING
       )
       SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last`,
      [after],
    )) as [{ last: string | null }];
    if (row.last === null) return;
    after = row.last;
  }
}

/** On each partition beside readers and writers, then on the table, which takes what is there. */
async function indexEventIds(db: QueryRunner): Promise<void> {
  const partitions = (await db.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_deliveries'::regclass`,
  )) as { name: string }[];
  for (const { name } of partitions) {
    const invalid = (await db.query(`SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`, [`${name}_event_id_idx`])) as unknown[]; // prettier-ignore
    if (invalid.length > 0) await db.query(`DROP INDEX ${name}_event_id_idx`);
    await db.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name}_event_id_idx ON ${name} (event_id)`);
  }
  await db.query('CREATE INDEX IF NOT EXISTS webhook_deliveries_event_id_idx ON webhook_deliveries (event_id)');
}

/** Bodies are JSON that this service wrote. */
const PODCAST_ID = `(body::jsonb -> 'data' ->> 'podcastId')::uuid`;

const EVENTS_OF_OLD_PROCESSES = `
  CREATE OR REPLACE FUNCTION events_of_old_processes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM added a WHERE (SELECT e.id FROM events e WHERE e.id = a.event_id) IS NULL) THEN
      PERFORM begin_events();
      INSERT INTO events (id, user_id, type, podcast_id, body, position, created_at)
      SELECT event_id, user_id, event_type, ${PODCAST_ID}, body, next_event_position(), created_at FROM added
      ON CONFLICT (id) DO NOTHING;
    END IF;
    RETURN NULL;
  END $$`;

/** Both are used as those of webhook_deliveries are: ATTACH lets readers and writers go on. */
const ADD_PARTITION = (schema: string) => `
  CREATE OR REPLACE FUNCTION add_events_partition(begins timestamptz, ends timestamptz) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '100ms' AS $$
  DECLARE
    name text := 'events_' || to_char(begins AT TIME ZONE 'UTC', 'YYYY_MM_DD');
    lowest uuid := ${ID_AT('begins')};
    highest uuid := ${ID_AT('ends')};
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('partitions of events', 0));
    IF to_regclass(name) IS NOT NULL THEN RETURN false; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    -- Rows that came while there was no partition for them.
    EXECUTE format('WITH moved AS (DELETE FROM events_default WHERE id >= %L AND id < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved', lowest, highest, name);
    EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, lowest, highest);
    RETURN true;
  END $$`;

/** Null when a delivery still refers to an event of it. */
const DROP_PARTITION = (schema: string) => `
  CREATE OR REPLACE FUNCTION drop_events_partition(name text, before timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '100ms' AS $$
  DECLARE
    needed boolean;
    rows bigint;
  BEGIN
    IF NOT has_table_privilege(session_user, 'events', 'DELETE') THEN
      RAISE insufficient_privilege USING MESSAGE = 'permission denied to drop a partition of events';
    END IF;
    PERFORM FROM pg_inherits WHERE inhparent = 'events'::regclass AND inhrelid = to_regclass(quote_ident(name));
    IF NOT FOUND OR name = 'events_default' THEN RETURN NULL; END IF;
    EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE created_at >= %2$L)
                        OR EXISTS (SELECT FROM %1$I e JOIN webhook_deliveries d ON d.event_id = e.id)', name, before) INTO needed;
    IF needed THEN RETURN NULL; END IF;
    EXECUTE format('SELECT count(*) FROM %I', name) INTO rows;
    EXECUTE format('ALTER TABLE events DETACH PARTITION %I', name);
    EXECUTE format('DROP TABLE %I', name);
    RETURN rows;
  END $$`;
