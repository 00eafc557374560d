import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import type { DataSource, EntityManager } from 'typeorm';
import type { Persistence, UserRows } from './persistence.js';

type Table = UserRows & { readonly name: string };

/** Rows that one statement reads or deletes; those with files are read one by one, as each may have 20 MB. */
const BATCH_SIZE = 1000;

/** The tables that hold rows of users, those that refer to others first, so that they can be deleted in this order. */
export function userTables(persistence: readonly Persistence[]): Table[] {
  const tables = persistence.flatMap(({ userData }) => Object.entries(userData ?? {})).flatMap(([name, rows]) => (typeof rows === 'string' ? [] : [{ name, ...rows }])); // prettier-ignore
  const depth = (table: Table): number => {
    const parent = table.of === undefined ? undefined : tables.find(({ name }) => name === table.of);
    return parent ? depth(parent) + 1 : table.name === 'users' ? -1 : 0;
  };
  return tables.reverse().sort((one, other) => depth(other) - depth(one));
}

/** The condition of the rows of the user `$1`. */
function rowsOf(table: Table, tables: readonly Table[]): string {
  const { column, of: parentName, prefix } = table;
  if (parentName === undefined) return prefix === undefined ? `${column} = $1` : `${column} = '${prefix}' || $1::text`;
  const parent = tables.find(({ name }) => name === parentName);
  if (!parent) throw new Error(`userData: ${table.name} refers to ${parentName}, which no feature declares`);
  return `${column} IN (SELECT ${parentName}.id FROM ${parentName} WHERE ${parentName}.${rowsOf(parent, tables)})`;
}

/**
 * Reads the rows of a user as lines of JSON, without the columns that are secrets. The snapshot lasts as long as one
 * table is read.
 */
export async function* exportRows(db: DataSource, table: Table, tables: readonly Table[], userId: string): AsyncGenerator<string[]> {
  const runner = db.createQueryRunner();
  try {
    const columns = (await runner.query(`SELECT attname AS name, atttypid = 'bytea'::regtype AS large FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`, [table.name])) as { name: string; large: boolean }[]; // prettier-ignore
    const secrets = new Set(table.secrets);
    const size = columns.some(({ name, large }) => large && !secrets.has(name)) ? 1 : BATCH_SIZE;
    await runner.startTransaction();
    // A cursor takes no parameter of another statement; an id has no character to escape.
    const condition = rowsOf(table, tables).replace('$1', `'${userId}'`);
    await runner.query(`DECLARE exported NO SCROLL CURSOR FOR SELECT (to_jsonb(t) - '{${[...secrets].join()}}'::text[])::text AS line FROM ${table.name} t WHERE ${condition}`); // prettier-ignore
    for (;;) {
      const rows = (await runner.query(`FETCH ${size} FROM exported`)) as { line: string }[];
      if (rows.length === 0) break;
      yield rows.map(({ line }) => (table.packed ? unpacked(line, table.packed) : line));
    }
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

function unpacked(line: string, packed: NonNullable<UserRows['packed']>): string {
  const row = JSON.parse(line) as Record<string, string | null>;
  for (const [column, format] of Object.entries(packed)) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    const bytes = Buffer.from(value.slice(2), 'hex'); // as PostgreSQL writes it: \\x…
    row[column] = (format === 'brotli' ? brotliDecompressSync(bytes) : zstdDecompressSync(bytes)).toString();
  }
  return JSON.stringify(row);
}

/** Deletes the rows of a user from one table, in batches. It can be repeated. @returns how many */
export async function eraseRows(db: EntityManager, table: Table, tables: readonly Table[], userId: string): Promise<number> {
  const keys = await db.query<{ name: string }[]>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = $1::regclass AND i.indisprimary`,
    [table.name],
  );
  const key = keys.map(({ name }) => name);
  for (let deleted = 0; ;) {
    const [, count] = await db.query<[unknown, number]>(
      `WITH doomed AS MATERIALIZED (SELECT ${key.join()} FROM ${table.name} WHERE ${rowsOf(table, tables)} LIMIT ${BATCH_SIZE})
       DELETE FROM ${table.name} t USING doomed WHERE ${key.map((name) => `t.${name} = doomed.${name}`).join(' AND ')}`,
      [userId],
    );
    deleted += count;
    if (count < BATCH_SIZE) return deleted;
  }
}
