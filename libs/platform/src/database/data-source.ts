import { DataSource, type DataSourceOptions } from 'typeorm';
import { RateLimits1790000000000 } from './migrations/1790000000000-rate-limits.js';
import type { Persistence } from './persistence.js';
import { SnakeCaseNaming } from './snake-case.naming.js';

/** The platform's own tables: no entity, since only `hit_rate_limit` and the sweep touch them. */
const platformPersistence: Persistence = { entities: [], migrations: [RateLimits1790000000000] };

export type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
};

/** Options of the DataSource of every process: PostgreSQL, explicit migrations, UTC, no schema synchronisation. */
export function dataSourceOptions({ url, poolSize, persistence, applicationName }: DatabaseOptions): DataSourceOptions {
  const all = [platformPersistence, ...persistence];
  return {
    type: 'postgres',
    url,
    entities: all.flatMap(({ entities }) => [...entities]),
    migrations: all.flatMap(({ migrations }) => [...migrations]),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    namingStrategy: new SnakeCaseNaming(),
    poolSize,
    applicationName,
    synchronize: false,
    logging: false,
    connectTimeoutMS: 5000,
    extra: { options: '-c timezone=UTC', idleTimeoutMillis: 30_000 },
  };
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
