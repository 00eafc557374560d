import { NIL_ID } from '@app/database';
import { eraseRows, exportRows, userTables } from '@app/database/user-data';
import { migrate } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { FEATURES, persistence } from '@app/product';

async function goBack(db: DataSource): Promise<void> {
  for (const _ of db.migrations) await db.undoLastMigration();
}

describe('the schema', () => {
  const test = useDatabase(persistence);

  it('the schema after all migrations is what the entities say', async () => {
    const { upQueries } = await test.db.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('work on the partitions of every table waits for a lock for 50 ms at a time (contract 16.2)', async () => {
    const functions = await test.db.query<{ name: string; wait: string }[]>(
      `SELECT proname AS name, (SELECT substr(s, 14) FROM unnest(proconfig) AS s WHERE s LIKE 'lock_timeout=%') AS wait
         FROM pg_proc WHERE proname ~ '^(add|drop)_\\w+_partition$' ORDER BY 1`,
    );
    const tables = ['downloads', 'events', 'webhook_deliveries'];
    const names = ['add', 'drop'].flatMap((what) => tables.map((table) => `${what}_${table}_partition`));
    expect(functions).toEqual(names.map((name) => ({ name, wait: '50ms' })));
  });

  it('the schema can be migrated by two processes at once, and again', async () => {
    await goBack(test.db);
    const [one, two] = await Promise.all([migrate(test.url, persistence), migrate(test.url, persistence)]);
    expect([one.length, two.length].sort()).toEqual([0, test.db.migrations.length]);
    expect(await migrate(test.url, persistence)).toEqual([]);
  });

  it('the schema goes back to nothing by the down migrations', async () => {
    await goBack(test.db);
    const tables = await test.db.query<{ tablename: string }[]>(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations']);
  });
});

describe('what is held of users (contract 16.10)', () => {
  const test = useDatabase(persistence);
  const declared = new Map(FEATURES.flatMap(({ persistence: one }) => Object.entries(one?.userData ?? {})));

  it('every table is declared: a new one is added to `userData` in the persistence.ts of its feature', async () => {
    const owner = new Map(FEATURES.flatMap(({ name, persistence: one }) => (one?.entities ?? []).map((entity) => [test.db.getMetadata(entity).tableName, name]))); // prettier-ignore
    const tables = await test.db.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
    );
    const names = tables.map(({ name }) => name).filter((name) => name !== 'migrations');
    const file = (name: string) => `${name}: add it to userData in libs/${owner.get(name) ?? '<its feature>'}/src/persistence.ts`;
    expect(names.filter((name) => !declared.has(name)).map(file)).toEqual([]);
    expect([...declared.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('no table that refers to a user’s rows is said to hold nothing', async () => {
    const keys = await test.db.query<{ name: string; parent: string }[]>(
      `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS parent FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`,
    );
    const isOfUser = (name: string) => typeof declared.get(name) === 'object';
    expect(keys.filter(({ name, parent }) => isOfUser(parent) && !isOfUser(name))).toEqual([]);
  });

  it('every table can be read and erased for one user', async () => {
    const tables = userTables(persistence);
    for (const table of tables) {
      for await (const lines of exportRows(test.db, table, tables, NIL_ID)) expect(lines).toEqual([]);
      expect([table.name, await eraseRows(test.db.manager, table, tables, NIL_ID)]).toEqual([table.name, 0]);
    }
  });
});
