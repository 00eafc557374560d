import { Env } from '@app/env';
import { Health, LOG } from '@app/process';
import { Global, Inject, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { DatabaseClock, MOVED_BY_CLOCK } from './database-clock.queries.js';
import { DatabaseMetrics } from './database.metrics.js';
import type { DatabaseTimeouts } from './guarded-client.js';
import { needDatabase, tellPending } from './health.queries.js';
import type { Persistence } from './persistence.js';
import { ReadDatabase } from './read-database.queries.js';
import { ReplicaLag } from './replica-lag.metrics.js';
import { RoleRights } from './role-rights.queries.js';
import { API_TIMEOUTS, WORKER_TIMEOUTS } from './timeouts.js';

const TIMEOUTS: Readonly<Record<string, DatabaseTimeouts>> = { api: API_TIMEOUTS, worker: WORKER_TIMEOUTS };

/** Provides the database of a process: its one DataSource, and what reads from a replica. It needs `ProcessModule`. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationBootstrap {
  constructor(
    health: Health,
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {
    needDatabase(health, db);
  }

  async onApplicationBootstrap(): Promise<void> {
    await tellPending(this.db, this.log);
  }

  /** @param persistence of the features that the process is made of */
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
      providers: [
        ...[DatabaseMetrics, ReadDatabase, ReplicaLag, RoleRights],
        ...(applicationName in TIMEOUTS ? [DatabaseClock] : []),
        { provide: MOVED_BY_CLOCK, useValue: persistence.flatMap(({ movedByClock = [] }) => movedByClock) },
      ],
      exports: [ReadDatabase, MOVED_BY_CLOCK],
    };
  }
}
