import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { Logger } from 'pino';
import { Clock } from '../clock.js';
import { DatabaseModule } from '../database/database.module.js';
import type { Persistence } from '../database/persistence.js';
import { ReadDatabase } from '../database/read-database.queries.js';
import { RoleRights } from '../database/role-rights.queries.js';
import { Encryption } from '../encryption.js';
import { Env } from '../env/env.js';
import type { Environment } from '../env/environment.js';
import { Health } from './health.js';
import { LOG } from './log.js';
import { Metrics } from './metrics.js';
import { ProcessMetrics } from './process.metrics.js';
import { connectRedis, REDIS, RedisLifecycle } from './redis.js';

type PlatformOptions = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly persistence: readonly Persistence[];
  readonly name: string;
};

/** Provides what every process needs: variables, log, clock, database, Redis where there is one, health and metrics. */
@Global()
@Module({})
export class PlatformModule {
  static for({ environment, log, persistence, name }: PlatformOptions): DynamicModule {
    const env = environment.get(Env);
    const provided = [
      ...environment.providers,
      { provide: LOG, useValue: log },
      Clock,
      { provide: REDIS, useFactory: () => connectRedis(env, log) },
      { provide: Encryption, useFactory: () => new Encryption(env.ENCRYPTION_KEY, env.ENCRYPTION_PREVIOUS_KEYS) },
      Health,
      Metrics,
      ProcessMetrics,
      ReadDatabase,
      RedisLifecycle,
      RoleRights,
    ];
    return {
      module: PlatformModule,
      imports: [DatabaseModule.over(persistence, name), TerminusModule.forRoot({ logger: false })],
      providers: provided,
      exports: [...environment.providers, LOG, Clock, REDIS, Encryption, Health, Metrics, ReadDatabase],
    };
  }
}
