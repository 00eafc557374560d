import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Persistence } from './persistence.js';
import { SnakeCaseNaming } from './snake-case.naming.js';

export type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
};

/** Options of the DataSource of every process: PostgreSQL, explicit migrations, UTC, no schema synchronisation. */
export function dataSourceOptions({ url, poolSize, persistence, applicationName }: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: persistence.flatMap(({ entities }) => [...entities]),
    migrations: persistence.flatMap(({ migrations }) => [...migrations]),
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
