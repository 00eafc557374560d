import { REDIS } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { PostgresSlidingWindow } from './postgres-sliding-window.js';
import { RateLimits } from './rate-limits.js';
import { RedisSlidingWindow } from './redis-sliding-window.js';
import { SlidingWindow } from './sliding-window.js';

/** Counts hits in sliding windows, exactly over all processes: in Redis where there is one, otherwise in PostgreSQL. */
@Global()
@Module({
  providers: [
    {
      provide: SlidingWindow,
      inject: [getDataSourceToken(), REDIS],
      useFactory: (db: DataSource, redis: Redis | null) => (redis ? new RedisSlidingWindow(redis) : new PostgresSlidingWindow(db)),
    },
    RateLimits,
  ],
  exports: [SlidingWindow, RateLimits],
})
export class RateLimitModule {}
