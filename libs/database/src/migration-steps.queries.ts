import type { MigrationInterface, QueryRunner } from 'typeorm';
import { NIL_ID } from './id.js';

/*
 * Steps of migrations that must not hold a lock for long, however many rows a table has (contract 16.9). Such a
 * migration declares `transaction = false`. Each step can be repeated: a run that was interrupted begins with the first
 * one again.
 */

/** Rows of one batch of a backfill, which their writers wait for: some 20 ms. */
const BATCH_SIZE = 250;

/** A transaction of its own: only there does a statement wait for a lock for a limited time. */
export async function inTransaction<T>(db: QueryRunner, work: () => Promise<T>): Promise<T> {
  await db.startTransaction();
  try {
    const result = await work();
    await db.commitTransaction();
    return result;
  } catch (error) {
    await db.rollbackTransaction();
    throw error;
  }
}

/**
 * Builds an index beside readers and writers.
 * @param definition what follows the name, such as `ON episodes (podcast_id)`
 */
export async function buildIndex(
  db: QueryRunner,
  name: string,
  definition: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  const invalid: unknown = await db.query('SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name]);
  // An interrupted build leaves an invalid index.
  if ((invalid as unknown[]).length > 0) await db.query(`DROP INDEX CONCURRENTLY ${name}`);
  await db.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
}

/**
 * Adds a constraint, and checks the rows beside readers and writers.
 * @param definition such as `CHECK (a > 0)`
 * @param mend changes rows that break it, once no further ones can be written
 */
export async function addConstraint(
  db: QueryRunner,
  table: string,
  name: string,
  definition: string,
  mend?: () => Promise<unknown>,
): Promise<void> {
  await inTransaction(db, async () => {
    await db.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`);
    await db.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} NOT VALID`);
  });
  await mend?.();
  await inTransaction(db, () => db.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`));
}

/**
 * A batch reads what it needs by indexes. Statistics of a table that is being filled may lead to a plan that passes
 * over whole tables, and such a backfill takes hours on a million rows.
 */
const BY_INDEXES = ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `SET LOCAL enable_${way} = off`).join('; ');

/**
 * Runs `work` for all ids that a statement selects, batch by batch, each in a transaction of its own.
 * @param select ids after `$1`, at most `$2`, in ascending order
 * @returns how many there were
 */
export async function inBatches(db: QueryRunner, select: string, work: (ids: readonly string[]) => Promise<unknown>): Promise<number> {
  let count = 0;
  for (let after = NIL_ID; ;) {
    const ids = await inTransaction(db, async () => {
      await db.query(BY_INDEXES);
      const rows = (await db.query(select, [after, BATCH_SIZE])) as { id: string }[];
      const some = rows.map(({ id }) => id);
      if (some.length > 0) await work(some);
      return some;
    });
    count += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH_SIZE) return count;
  }
}

/** Scale factors of autovacuum, which works on a large table earlier than after a fifth of its rows. */
type Autovacuum = Readonly<Partial<Record<'vacuum' | 'vacuum_insert' | 'analyze', number>>>;

/** A migration that sets them, by table. */
export function AutovacuumOf(tables: Readonly<Record<string, Autovacuum>>): new () => MigrationInterface {
  return class {
    async up(db: QueryRunner): Promise<void> {
      for (const [table, factors] of Object.entries(tables)) await setAutovacuum(db, table, factors);
    }

    async down(db: QueryRunner): Promise<void> {
      for (const [table, factors] of Object.entries(tables)) await resetAutovacuum(db, table, factors);
    }
  };
}

/** Sets them for a table, or its partitions and those of `add_<table>_partition`. Only other vacuums wait. */
async function setAutovacuum(db: QueryRunner, table: string, factors: Autovacuum): Promise<void> {
  const settings = Object.entries(factors).map(([kind, factor]) => `autovacuum_${kind}_scale_factor = ${factor}`).join(', '); // prettier-ignore
  for (const part of await storesOf(db, table)) await db.query(`ALTER TABLE ${part} SET (${settings})`);
  await changeFunction(db, table, (body) => body.replace(/^ *EXECUTE format\('ALTER TABLE \w+ ATTACH/m, `    EXECUTE format('ALTER TABLE %I SET (${settings})', name);\n$&`)); // prettier-ignore
}

async function resetAutovacuum(db: QueryRunner, table: string, factors: Autovacuum): Promise<void> {
  const names = Object.keys(factors).map((kind) => `autovacuum_${kind}_scale_factor`).join(', '); // prettier-ignore
  for (const part of await storesOf(db, table)) await db.query(`ALTER TABLE ${part} RESET (${names})`);
  await changeFunction(db, table, (body) => body.replace(/^ *EXECUTE format\('ALTER TABLE %I SET \(autovacuum.*\n/m, ''));
}

/** The table, or its partitions: a partitioned table has no storage. */
async function storesOf(db: QueryRunner, table: string): Promise<string[]> {
  const rows = (await db.query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE oid = $1::regclass AND relkind = 'r'
      UNION ALL SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = $1::regclass`,
    [table],
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

async function changeFunction(db: QueryRunner, table: string, change: (definition: string) => string): Promise<void> {
  const name = `add_${table}_partition`;
  const [row] = (await db.query('SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE oid = to_regproc($1)', [name])) as {
    definition: string;
  }[];
  if (!row) return;
  const changed = change(row.definition);
  if (changed === row.definition) throw new Error(`${name} does not attach a partition as it did`);
  await db.query(changed);
}
