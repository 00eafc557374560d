import type { DataSource } from 'typeorm';

/**
 * Reads only, unlike TypeORM's `showMigrations`, which creates the table of migrations where it is missing.
 * @returns names of this build's migrations that have not run; a newer build may have run others
 * @throws when the table of migrations is missing
 */
export async function pendingMigrations(db: DataSource): Promise<string[]> {
  const names = db.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const rows = await db.query<{ name: string }[]>(
    'SELECT n.name FROM unnest($1::text[]) AS n (name) WHERE NOT EXISTS (SELECT 1 FROM migrations m WHERE m.name = n.name)',
    [names],
  );
  return rows.map(({ name }) => name);
}
