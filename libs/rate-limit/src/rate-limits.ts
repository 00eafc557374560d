import { httpErrors, type AppError } from '@app/http/errors';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RememberedWindows } from './windows/sliding-windows.js';
import type { Hit, WindowSize } from './windows/sliding-window.js';

/** The policy name that `RateLimit` headers carry. */
const POLICY = 'default';

/** The state of a limit in the headers of an answer. */
type LimitState = {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the oldest hit leaves the window. */
  readonly resetSeconds: number;
};

/** Limits what does not belong to an authenticated user, such as failed authentications of an address (decisions 2.8). */
@Injectable()
export class RateLimits {
  constructor(private readonly windows: RememberedWindows) {}

  /**
   * Counts one hit and says so in the headers of the answer.
   * @throws AppError 429 with `Retry-After` when the window is full
   */
  async admit(key: string, size: WindowSize, response: Response): Promise<void> {
    this.tell(await this.windows.hit(key, size), size, response);
  }

  /**
   * Refuses when the window is known to be full, without counting and without asking the store.
   * @throws AppError 429 with `Retry-After`
   */
  refuseWhenFull(key: string, size: WindowSize, response: Response): void {
    const refusal = this.windows.refusal(key);
    if (refusal) this.tell(refusal, size, response);
  }

  /** Whether the window is known to be full, without asking the store. */
  isFull(key: string): boolean {
    return this.windows.refusal(key) !== undefined;
  }

  private tell(hit: Hit, { limit, windowMs }: WindowSize, response: Response): void {
    const remaining = Math.max(0, limit - hit.used);
    writeRateLimit(response, { limit, windowSeconds: windowMs / 1000, remaining, resetSeconds: secondsUntilFree(hit) });
    if (!hit.allowed) throw rateLimited(hit);
  }
}

/** `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ limit, windowSeconds, remaining, resetSeconds }: LimitState): readonly (readonly [string, string])[] {
  return [
    ['RateLimit-Policy', policyOf(limit, windowSeconds)],
    ['RateLimit', `"${POLICY}";r=${remaining};t=${resetSeconds}`],
  ];
}

export function writeRateLimit(response: Response, state: LimitState): void {
  for (const [name, value] of rateLimitHeaders(state)) response.setHeader(name, value);
}

/** `RateLimit-Policy` alone, which is known before a window is. */
export function writeRateLimitPolicy(response: Response, { limit, windowMs }: WindowSize): void {
  response.setHeader('RateLimit-Policy', policyOf(limit, windowMs / 1000));
}

const policyOf = (limit: number, windowSeconds: number): string => `"${POLICY}";q=${limit};w=${windowSeconds}`;

/** 429 whose `Retry-After` is never earlier than the window frees a place. */
export function rateLimited(hit: Pick<Hit, 'freesInMs'>): AppError {
  return httpErrors.rate_limited({}, { headers: { 'Retry-After': String(secondsUntilFree(hit)) } });
}

/** Whole seconds, at least 1. */
export function secondsUntilFree({ freesInMs }: Pick<Hit, 'freesInMs'>): number {
  return Math.max(1, Math.ceil(freesInMs / 1000));
}
