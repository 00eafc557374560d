import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '@app/http';
import { SlidingWindow, type Hit, type WindowSize } from './sliding-window.js';

/** The policy name that `RateLimit` headers carry. */
const POLICY = 'default';

/** Counts a request and says so in the answer's headers, for every limit on requests (decisions 2.8). */
@Injectable()
export class RateLimits {
  constructor(private readonly windows: SlidingWindow) {}

  /**
   * Counts one hit, writes `RateLimit-Policy` and `RateLimit` (IETF draft-ietf-httpapi-ratelimit-headers-10).
   * @throws AppError 429 with `Retry-After` when the window is full
   */
  async admit(key: string, size: WindowSize, response: Response): Promise<void> {
    const hit = await this.windows.hit(key, size);
    response.setHeader('RateLimit-Policy', `"${POLICY}";q=${size.limit};w=${size.windowMs / 1000}`);
    response.setHeader('RateLimit', `"${POLICY}";r=${Math.max(0, size.limit - hit.used)};t=${seconds(hit)}`);
    if (!hit.allowed) throw rateLimited(hit);
  }
}

/** 429 whose `Retry-After` is in whole seconds, at least 1, and never earlier than the window frees a place. */
export function rateLimited(hit: Hit, message = 'Too many requests.', code = 'rate_limited'): AppError {
  return new AppError('rate_limited', message, {
    errors: [{ field: null, code, message }],
    headers: { 'Retry-After': String(seconds(hit)) },
  });
}

function seconds({ freesInMs }: Hit): number {
  return Math.max(1, Math.ceil(freesInMs / 1000));
}
