import { type AppError, httpErrors } from '@app/http/errors';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Hit, SlidingWindow, WindowSize } from './windows/sliding-window.js';

/** The policy name that `RateLimit` headers carry. */
const POLICY = 'default';

/** The state of a limit in the headers of an answer. */
type LimitState = WindowSize & {
  readonly remaining: number;
  /** Seconds until the oldest hit leaves the window. */
  readonly resetSeconds: number;
};

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Lets `@nestjs/throttler` count in our windows: exactly, over all processes that share a store. */
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly windows: SlidingWindow) {}

  async increment(key: string, windowMs: number, limit: number): Promise<Counted> {
    const hit = await this.windows.hit(key, { limit, windowMs });
    const seconds = secondsUntilFree(hit);
    return { totalHits: hit.used, timeToExpire: seconds, isBlocked: !hit.allowed, timeToBlockExpire: hit.allowed ? 0 : seconds };
  }
}

/**
 * Writes the state of the window that was hit to the headers of the answer.
 * @throws AppError 429 with `Retry-After` unless the hit was allowed
 */
export function mustBeAllowed(hit: Hit, { limit, windowMs }: WindowSize, response: Response): void {
  const remaining = Math.max(0, limit - hit.used);
  writeRateLimit(response, { limit, windowMs, remaining, resetSeconds: secondsUntilFree(hit) });
  if (!hit.allowed) throw rateLimited(hit);
}

/** `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers-10). */
export function writeRateLimit(response: Response, { remaining, resetSeconds, ...size }: LimitState): void {
  writeRateLimitPolicy(response, size);
  response.setHeader('RateLimit', `"${POLICY}";r=${remaining};t=${resetSeconds}`);
}

/** `RateLimit-Policy` alone, which is known before a window is. */
export function writeRateLimitPolicy(response: Response, { limit, windowMs }: WindowSize): void {
  response.setHeader('RateLimit-Policy', `"${POLICY}";q=${limit};w=${windowMs / 1000}`);
}

/** 429 whose `Retry-After` is never earlier than the window frees a place. */
export function rateLimited(hit: Pick<Hit, 'freesInMs'>): AppError {
  return httpErrors.rate_limited({}, { headers: { 'Retry-After': String(secondsUntilFree(hit)) } });
}

/** Whole seconds, at least 1. */
function secondsUntilFree({ freesInMs }: Pick<Hit, 'freesInMs'>): number {
  return Math.max(1, Math.ceil(freesInMs / 1000));
}
