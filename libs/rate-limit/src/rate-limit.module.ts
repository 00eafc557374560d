import { AdmissionDatabase } from '@app/database';
import { LOG, REDIS } from '@app/process';
import { Global, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { FallbackSlidingWindow } from './windows/fallback-sliding-window.js';
import { PostgresSlidingWindow } from './windows/postgres-sliding-window.js';
import { RedisSlidingWindow } from './windows/redis-sliding-window.js';
import { RememberedWindows } from './windows/sliding-window.js';

/** Counts hits in sliding windows, exactly over all processes: in Redis if it answers, otherwise in PostgreSQL. */
@Global()
@Module({
  providers: [
    AdmissionDatabase,
    {
      provide: RememberedWindows,
      inject: [AdmissionDatabase, REDIS, LOG],
      useFactory: (db: AdmissionDatabase, redis: Redis | null, log: Logger) => {
        const postgres = new PostgresSlidingWindow(db);
        return new RememberedWindows(redis ? new FallbackSlidingWindow(new RedisSlidingWindow(redis), postgres, log) : postgres);
      },
    },
  ],
  exports: [AdmissionDatabase, RememberedWindows],
})
export class RateLimitModule {}
