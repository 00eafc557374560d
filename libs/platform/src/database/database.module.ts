import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Env } from '../env/env.js';
import { dataSourceOptions } from './data-source.js';
import type { DatabaseTimeouts } from './guarded-client.js';
import { API_TIMEOUTS, WORKER_TIMEOUTS } from './timeouts.js';
import type { Persistence } from './persistence.js';

const TIMEOUTS: Readonly<Record<string, DatabaseTimeouts>> = { api: API_TIMEOUTS, worker: WORKER_TIMEOUTS };

@Module({})
export class DatabaseModule {
  /** The one DataSource of a process, over the tables of the features it is made of. */
  static over(persistence: readonly Persistence[], applicationName: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Env],
          useFactory: ({ DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize }: Env) => ({
            ...dataSourceOptions({ url, poolSize, persistence, applicationName, timeouts: TIMEOUTS[applicationName] }),
            retryAttempts: 5,
            retryDelay: 500,
            verboseRetryLog: false,
          }),
        }),
      ],
    };
  }
}
