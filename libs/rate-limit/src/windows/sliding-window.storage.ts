import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { secondsUntilFree } from '../rate-limits.js';
import { SlidingWindow } from './sliding-window.js';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Lets `@nestjs/throttler` count in our windows: exactly, over all processes that share a store. */
@Injectable()
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly windows: SlidingWindow) {}

  async increment(key: string, windowMs: number, limit: number): Promise<Counted> {
    const hit = await this.windows.hit(key, { limit, windowMs });
    const seconds = secondsUntilFree(hit);
    return { totalHits: hit.used, timeToExpire: seconds, isBlocked: !hit.allowed, timeToBlockExpire: hit.allowed ? 0 : seconds };
  }
}
