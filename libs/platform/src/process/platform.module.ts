import { Global, Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { DatabaseModule } from '../database/database.module.js';
import type { Persistence } from '../database/persistence.js';
import { Encryption } from '../encryption.js';
import { Env } from '../env/env.js';
import { connectTo } from '../outbound/connect-to.js';
import { Outbound } from '../outbound/outbound.js';
import { connectRedis, REDIS, RedisLifecycle } from '../queue/redis.js';
import { PostgresSlidingWindow } from '../rate-limit/postgres-sliding-window.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { RedisSlidingWindow } from '../rate-limit/redis-sliding-window.js';
import { SlidingWindow } from '../rate-limit/sliding-window.js';
import { Health } from './health.js';
import { LOG } from './log.js';
import { Metrics } from './metrics.js';

export type PlatformOptions = {
  readonly env: Env;
  readonly log: Logger;
  readonly persistence: readonly Persistence[];
  readonly name: string;
};

/** What every process stands on: its variables, log, clock, database, Redis where there is one,
 * limits, the way out, health and metrics. */
@Global()
@Module({})
export class PlatformModule {
  static for({ env, log, persistence, name }: PlatformOptions): DynamicModule {
    const provided = [
      { provide: Env, useValue: env },
      { provide: LOG, useValue: log },
      Clock,
      { provide: REDIS, useFactory: () => connectRedis(env, log) },
      {
        provide: SlidingWindow,
        inject: [getDataSourceToken(), REDIS],
        useFactory: (db: DataSource, redis: Redis | null) => (redis ? new RedisSlidingWindow(redis) : new PostgresSlidingWindow(db)),
      },
      { provide: Encryption, useFactory: () => new Encryption(env.ENCRYPTION_KEY, env.ENCRYPTION_PREVIOUS_KEYS) },
      { provide: Outbound, useFactory: () => new Outbound(connectTo(env.OUTBOUND_CONNECT_TO)) },
      RateLimits,
      Health,
      Metrics,
      RedisLifecycle,
    ];
    return {
      module: PlatformModule,
      imports: [DatabaseModule.over(persistence, name)],
      providers: provided,
      exports: [Env, LOG, Clock, REDIS, SlidingWindow, Encryption, Outbound, RateLimits, Health, Metrics],
    };
  }
}
