import { answerTo } from '@app/http';
import { logContext } from '@app/process';
import { RateLimitEnv, RememberedWindows, rateLimited, secondsUntilFree, writeRateLimit, type Hit } from '@app/rate-limit';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../permissions/permission.guard.js';
import { USER_WINDOW_SECONDS, userWindow } from './rate-limit.guard.js';
import { bearerToken } from '../tokens/secret-token.js';
import { TokenLookups } from '../tokens/token-lookups.queries.js';

/**
 * Refuses requests of users whose window is known to be full, before routing and guards: those with a body, and those whose token must
 * be looked up again (ADR 0004, 0102). The answer is that of the guards, at less cost.
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
    const holder = this.lookups.lastHolder(authorization);
    const refusal = holder && this.windows.refusal(userWindow(holder.userId));
    if (!refusal || isAnsweredOtherwise(request)) return next();
    if (this.lookups.recentHolder(authorization)) return this.refuse(response, holder, refusal);
    this.lookups.authenticate(bearerToken(authorization) ?? '').then((caller) => {
      const stillFull = caller && this.windows.refusal(userWindow(caller.userId));
      if (stillFull) this.refuse(response, caller, stillFull);
      else next();
    }, next);
  }

  private refuse(response: Response, { userId: user, tokenId: token }: Pick<Caller, 'userId' | 'tokenId'>, refusal: Hit): void {
    Object.assign(logContext.getStore() ?? {}, { user, token });
    const { RATE_LIMIT_PER_MINUTE: limit } = this.env;
    writeRateLimit(response, { limit, windowSeconds: USER_WINDOW_SECONDS, remaining: 0, resetSeconds: secondsUntilFree(refusal) });
    const { status, body, headers } = answerTo(rateLimited(refusal));
    response.set(headers).status(status).json(body);
  }
}

/** Preflights need no token, and tus has headers of its own. */
function isAnsweredOtherwise({ method, headers }: Request): boolean {
  return method === 'OPTIONS' || headers['tus-resumable'] !== undefined;
}
