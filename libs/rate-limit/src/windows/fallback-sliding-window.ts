import type { Logger } from 'pino';
import type { Hit, SlidingWindow, WindowSize } from './sliding-window.js';

/** Milliseconds between two hits that try a store that has failed. */
const RETRY_MS = 1000;

/** A store cannot count at the moment. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/**
 * Counts in a second store while the first is unavailable, so that every hit is counted. The stores do not share hits:
 * in the window of a change a caller may have up to twice the limit. One hit a second tries the first store again.
 */
export class FallbackSlidingWindow implements SlidingWindow {
  /** When the first store is tried again; undefined while it works. */
  private retryAt: number | undefined;

  constructor(
    private readonly first: SlidingWindow,
    private readonly second: SlidingWindow,
    private readonly log: Logger,
  ) {}

  async hit(key: string, size: WindowSize): Promise<Hit> {
    const now = performance.now();
    if (this.retryAt !== undefined) {
      if (now < this.retryAt) return this.second.hit(key, size);
      this.retryAt = Infinity; // until this hit is answered; others go to the second store meanwhile
    }
    try {
      const hit = await this.first.hit(key, size);
      if (this.retryAt !== undefined) this.log.info('rate limits are counted in Redis again');
      this.retryAt = undefined;
      return hit;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) {
        this.retryAt = undefined; // it has answered
        throw error;
      }
      if (this.retryAt === undefined) this.log.warn({ err: error }, 'rate limits are counted in PostgreSQL while Redis is away');
      this.retryAt = performance.now() + RETRY_MS;
      return this.second.hit(key, size);
    }
  }
}
