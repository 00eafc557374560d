import { answerTo } from '@app/http';
import { logContext } from '@app/platform';
import { RateLimitEnv, RememberedWindows, rateLimited, secondsUntilFree, writeRateLimit } from '@app/rate-limit';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { userWindow } from './rate-limit.guard.js';
import { bearerToken } from './secret-token.js';
import { TokenLookups } from './token-lookups.js';

const WINDOW_SECONDS = 60;

/**
 * Refuses a user whose window is known to be full before the request goes through routing and guards. It only gives the answer that
 * they would give, for less: the token is looked up as ever, and what is not certain goes on to them (ADR 0101).
 */
@Injectable()
export class FullWindowMiddleware implements NestMiddleware {
  constructor(
    private readonly lookups: TokenLookups,
    private readonly windows: RememberedWindows,
    private readonly env: RateLimitEnv,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const { authorization } = request.headers;
    const suspect = this.lookups.lastHolder(authorization);
    if (suspect === undefined || !this.windows.refusal(userWindow(suspect)) || isAnsweredOtherwise(request)) return next();
    this.lookups.authenticate(bearerToken(authorization) ?? '').then((caller) => {
      const refusal = caller && this.windows.refusal(userWindow(caller.userId));
      if (!caller || !refusal) return next();
      Object.assign(logContext.getStore() ?? {}, { user: caller.userId, token: caller.tokenId });
      const { RATE_LIMIT_PER_MINUTE: limit } = this.env;
      writeRateLimit(response, { limit, windowSeconds: WINDOW_SECONDS, remaining: 0, resetSeconds: secondsUntilFree(refusal) });
      const { status, body, headers } = answerTo(rateLimited(refusal));
      response.set(headers).status(status).json(body);
    }, next);
  }
}

/** Preflights need no token, and tus has headers of its own. */
function isAnsweredOtherwise({ method, headers }: Request): boolean {
  return method === 'OPTIONS' || headers['tus-resumable'] !== undefined;
}
