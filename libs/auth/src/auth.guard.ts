import { AppError } from '@app/http';
import { RateLimits } from '@app/rate-limit';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { normalizeIp } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { authErrors } from './auth.errors.js';
import type { Refusal } from './bearer.strategy.js';
import type { Caller } from './caller.js';
import { isPublic } from './requires.js';
import { RateLimitEnv } from '@app/rate-limit';

const MINUTE_MS = 60_000;

/**
 * First of the checks: a valid token, else 401 with `WWW-Authenticate` (RFC 6750, 3). Failures are counted per client address,
 * so that tokens cannot be tried out at leisure; above the limit they are 429.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly limits: RateLimits,
    private readonly env: RateLimitEnv,
  ) {
    super({ session: false });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isPublic(context)) return true;
    try {
      return (await super.canActivate(context)) as boolean;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_authenticated') {
        const request = context.switchToHttp().getRequest<Request>();
        const response = context.switchToHttp().getResponse<Response>();
        const size = { limit: this.env.RATE_LIMIT_PER_MINUTE, windowMs: MINUTE_MS };
        // An IPv6 client has a whole /64 to itself: that is its address.
        await this.limits.admit(`address:${normalizeIp(request.ip ?? 'unknown')}`, size, response);
      }
      throw error;
    }
  }

  override handleRequest<T = Caller>(error: Error | null, caller: T | false, refusal: Refusal | undefined): T {
    if (error) throw error;
    if (caller) return caller;
    throw refusal === 'invalid' ? tokenInvalid() : tokenMissing();
  }
}

function tokenMissing(): AppError {
  return authErrors.token_missing({}, { headers: { 'WWW-Authenticate': 'Bearer realm="api"' } });
}

function tokenInvalid(): AppError {
  const description = 'The token is malformed, unknown, expired or revoked';
  const challenge = `Bearer realm="api", error="invalid_token", error_description="${description}"`;
  return authErrors.token_invalid({}, { headers: { 'WWW-Authenticate': challenge } });
}
