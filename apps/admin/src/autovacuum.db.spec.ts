import { useDatabase } from '@app/database/testing';
import { persistence } from '@app/product';
import { expect, it } from '@jest/globals';

const test = useDatabase(persistence);

const INSERTED = ['analyze_scale_factor=0.02', 'vacuum_insert_scale_factor=0.05'];
const UPDATED = ['vacuum_scale_factor=0.02'];
const EXPECTED = {
  events: INSERTED,
  downloads: INSERTED,
  webhook_deliveries: [...INSERTED, ...UPDATED],
  download_windows: UPDATED,
  download_log: UPDATED,
  rate_limit_windows: UPDATED,
  episode_contents: UPDATED,
};

/** Settings of a table, or of each of its partitions. */
async function settingsOf(table: string): Promise<string[][]> {
  const rows = await test.db.query<{ settings: string[] | null }[]>(
    `SELECT array(SELECT replace(o, 'autovacuum_', '') FROM unnest(reloptions) AS o WHERE o LIKE 'autovacuum_%' ORDER BY 1) AS settings
       FROM pg_class WHERE relkind = 'r' AND (oid = $1::regclass OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass))`,
    [table],
  );
  return rows.map(({ settings }) => settings ?? []);
}

it.each(Object.entries(EXPECTED))('%s is vacuumed and analyzed early, its partitions and new ones included', async (table, expected) => {
  const isPartitioned = await test.db.query<unknown[]>(`SELECT FROM pg_class WHERE oid = $1::regclass AND relkind = 'p'`, [table]);
  if (isPartitioned.length > 0) {
    const before = (await settingsOf(table)).length;
    await test.db.query(`SELECT add_${table}_partition('2040-01-02T00:00:00Z', '2040-01-09T00:00:00Z')`);
    expect((await settingsOf(table)).length).toBe(before + 1);
  }
  const all = await settingsOf(table);
  expect(all).toEqual(all.map(() => expected.toSorted()));
  expect(all.length).toBeGreaterThan(0);
});
