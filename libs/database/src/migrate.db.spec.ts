import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { useDatabase } from './testing/use-database.js';
import { openSession } from './session.js';
import { migrate } from './migrate.js';
import { buildIndex, inBatches } from './migration-steps.queries.js';

class Table1790000140001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE things (id int, name text)');
  }
  async down(): Promise<void> {
    // never undone here
  }
}

class Column1790000140002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE TABLE half_done (id int)');
    await db.query('ALTER TABLE things ADD COLUMN size int');
  }
  async down(): Promise<void> {
    // never undone here
  }
}

class Index1790000140003 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS things_name_idx');
    await db.query('CREATE INDEX CONCURRENTLY things_name_idx ON things (name)');
  }
  async down(): Promise<void> {
    // never undone here
  }
}

const FIRST = [{ entities: [], migrations: [Table1790000140001] }];
const ALL = [{ entities: [], migrations: [Table1790000140001, Column1790000140002, Index1790000140003] }];
const IMPATIENT = { lockTimeoutMs: 200, attempts: 2, retryDelayMs: 10 };

describe('a migration', () => {
  const test = useDatabase([]);

  it('a migration waits for a lock for a short while, says what is in the way, and leaves nothing half done', async () => {
    expect(await migrate(test.url, FIRST)).toEqual(['Table1790000140001']);
    const holder = await openSession(test.url, {});
    try {
      await holder.query('BEGIN; SELECT FROM things');
      await expect(migrate(test.url, ALL, IMPATIENT)).rejects.toThrow(
        /^The migration Column1790000140002 has waited 2 times 200 ms for a lock that other sessions hold, and is not done\./,
      );
      expect(await test.db.query(`SELECT to_regclass('half_done') AS table`)).toEqual([{ table: null }]);
    } finally {
      await holder.end();
    }
    expect(await migrate(test.url, ALL, IMPATIENT)).toEqual(['Column1790000140002', 'Index1790000140003']);
  });

  it('a migration is tried again while its table is in use, and an index is built while the table is written to', async () => {
    await test.db.query(`DELETE FROM migrations WHERE name <> 'Table1790000140001'`);
    await test.db.query('DROP TABLE half_done; ALTER TABLE things DROP COLUMN size');
    const holder = await openSession(test.url, {});
    await holder.query('BEGIN; SELECT FROM things');
    const running = migrate(test.url, ALL, { lockTimeoutMs: 100, attempts: 1000, retryDelayMs: 10 });
    // A write waits behind the migration for at most its lock timeout.
    await test.db.query(`INSERT INTO things (id) VALUES (1)`);
    await holder.end();
    expect(await running).toEqual(['Column1790000140002', 'Index1790000140003']);
    const [index] = await test.db.query<object[]>(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'things_name_idx'::regclass`);
    expect(index).toEqual({ indisvalid: true });
  });

  it('a migration builds an index anew that a run before it has left invalid', async () => {
    await test.db.query('CREATE TABLE named (name text)');
    await test.db.query(`INSERT INTO named VALUES ('one'), ('one')`);
    const db = test.db.createQueryRunner();
    const build = () => buildIndex(db, 'named_name_key', 'ON named (name)', 'UNIQUE INDEX');
    await expect(build()).rejects.toThrow('could not create unique index');
    await db.query('TRUNCATE named');
    await build();
    const index: unknown = await db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'named_name_key'::regclass`);
    await db.release();
    expect(index).toEqual([{ indisvalid: true }]);
  });

  it('a migration fills a table in batches without passing over it in each, though statistics know nothing of its rows', async () => {
    await test.db.query('CREATE TABLE filled (id uuid PRIMARY KEY); CREATE TABLE sources (id uuid PRIMARY KEY)');
    await test.db.query('INSERT INTO sources SELECT gen_random_uuid() FROM generate_series(1, 5000); ANALYZE sources');
    const db = test.db.createQueryRunner();
    const unfilled = 'SELECT id FROM sources s WHERE id > $1 AND NOT EXISTS (SELECT FROM filled f WHERE f.id = s.id) ORDER BY id LIMIT $2';
    const count = await inBatches(db, unfilled, (ids) => db.query('INSERT INTO filled SELECT unnest($1::uuid[])', [ids]));
    await db.query('SELECT pg_stat_force_next_flush()');
    const [read] = (await db.query(`SELECT seq_tup_read::int AS rows FROM pg_stat_user_tables WHERE relname = 'filled'`)) as object[];
    await db.release();
    expect([count, read]).toEqual([5000, { rows: 0 }]);
  });
});
