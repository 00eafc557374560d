import { REDIS } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AdmissionDatabase } from './admission-database.js';
import { PostgresSlidingWindow } from './postgres-sliding-window.js';
import { RateLimits } from './rate-limits.js';
import { RedisSlidingWindow } from './redis-sliding-window.js';
import { RememberedWindows } from './remembered-windows.js';
import { SlidingWindow } from './sliding-window.js';

/** Counts hits in sliding windows, exactly over all processes: in Redis where there is one, otherwise in PostgreSQL. */
@Global()
@Module({
  providers: [
    AdmissionDatabase,
    {
      provide: RememberedWindows,
      inject: [AdmissionDatabase, REDIS],
      useFactory: (db: AdmissionDatabase, redis: Redis | null) =>
        new RememberedWindows(redis ? new RedisSlidingWindow(redis) : new PostgresSlidingWindow(db)),
    },
    { provide: SlidingWindow, useExisting: RememberedWindows },
    RateLimits,
  ],
  exports: [AdmissionDatabase, RememberedWindows, SlidingWindow, RateLimits],
})
export class RateLimitModule {}
