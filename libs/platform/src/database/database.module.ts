import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Env } from '../env/env.js';
import { dataSourceOptions } from './data-source.js';
import type { Persistence } from './persistence.js';

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
            ...dataSourceOptions({ url, poolSize, persistence, applicationName }),
            retryAttempts: 5,
            retryDelay: 500,
            verboseRetryLog: false,
          }),
        }),
      ],
    };
  }
}
