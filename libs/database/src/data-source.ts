import pg from 'pg';
import { AbstractLogger, DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import { DatabaseServers } from '@app/env';
import { DatabasePool } from './database-pool.js';
import type { DatabaseTimeouts } from './guarded-client.js';
import type { Persistence } from './persistence.js';
import { OPERATOR_TIMEOUTS } from './timeouts.js';

type DatabaseOptions = {
  readonly url: string;
  readonly poolSize: number;
  readonly persistence: readonly Persistence[];
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  readonly timeouts?: DatabaseTimeouts;
};

class Silent extends AbstractLogger {
  protected override writeLog(): void {
    // Errors are logged or reported where they are caught.
  }
}

/** Columns are camelCase in TypeScript and snake_case in SQL. Tables are named by their entities. */
class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes, customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)].join('_');
  }
}

/** Options of the DataSource of every process: PostgreSQL, explicit migrations, UTC, no schema synchronisation. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { url, poolSize, persistence, applicationName, timeouts = OPERATOR_TIMEOUTS } = options;
  return {
    type: 'postgres',
    url: DatabaseServers.of(url).current, // the pool is given all of them
    entities: persistence.flatMap(({ entities }) => [...entities]),
    migrations: persistence.flatMap(({ migrations }) => [...migrations]),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each', // so that one may build an index concurrently
    namingStrategy: new SnakeCaseNaming(),
    driver: { Pool: DatabasePool, defaults: pg.defaults },
    poolSize,
    applicationName,
    synchronize: false,
    logger: new Silent(), // TypeORM would write failed migrations to stdout, which belongs to the answers of commands
    extra: { timeouts, connectionString: url },
  };
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
