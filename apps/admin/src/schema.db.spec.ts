import { migrate } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { persistence } from '@app/product';

async function goBack(db: DataSource): Promise<void> {
  for (const _ of db.migrations) await db.undoLastMigration();
}

describe('the schema', () => {
  const test = useDatabase(persistence);

  it('after all migrations is what the entities say', async () => {
    const { upQueries } = await test.db.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be migrated by two processes at once, and again', async () => {
    await goBack(test.db);
    const [one, two] = await Promise.all([migrate(test.url, persistence), migrate(test.url, persistence)]);
    expect([one.length, two.length].sort()).toEqual([0, test.db.migrations.length]);
    expect(await migrate(test.url, persistence)).toEqual([]);
  });

  it('goes back to nothing by the down migrations', async () => {
    await goBack(test.db);
    const tables = await test.db.query<{ tablename: string }[]>(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations']);
  });
});
