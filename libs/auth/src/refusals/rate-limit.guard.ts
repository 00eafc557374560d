import { rateLimited, writeRateLimit } from '@app/rate-limit';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';

/**
 * The second check: requests per user and minute (contract 2.8). The module's options say what is counted, and where;
 * only the headers and the error are ours (ADR 0004).
 */
@Injectable()
export class UserRateLimitGuard extends ThrottlerGuard {
  /** The throttler names three headers; the IETF's draft has two. */
  protected override setResponseHeader(response: Response, name: string, value: string | number): void {
    const windowMs = Number(this.throttlers[0]?.ttl);
    switch (name) {
      case `${this.headerPrefix}-Limit`:
        response.locals['limit'] = value;
        return;
      case `${this.headerPrefix}-Remaining`:
        response.locals['remaining'] = value;
        return;
      case `${this.headerPrefix}-Reset`: {
        const { limit, remaining } = response.locals as { limit: number; remaining: number };
        writeRateLimit(response, { limit, windowMs, remaining, resetSeconds: Number(value) });
      }
    }
  }

  protected override throwThrottlingException(context: ExecutionContext, refused: ThrottlerLimitDetail): Promise<void> {
    const { limit, ttl: windowMs, timeToBlockExpire: resetSeconds } = refused;
    const response = context.switchToHttp().getResponse<Response>();
    writeRateLimit(response, { limit, windowMs, remaining: 0, resetSeconds });
    throw rateLimited({ freesInMs: resetSeconds * 1000 });
  }
}
