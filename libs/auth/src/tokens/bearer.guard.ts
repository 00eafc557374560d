import { AppError } from '@app/http/errors';
import { logContext } from '@app/process';
import { mustBeAllowed, RateLimitEnv, RememberedWindows, writeRateLimitPolicy, type WindowSize } from '@app/rate-limit';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { normalizeIp } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Strategy } from 'passport-strategy';
import { authErrors } from '../auth.errors.js';
import { admittedCaller } from '../permissions/admission.js';
import { callerOf, isPublic, type Caller } from '../permissions/permission.guard.js';
import { bearerToken } from './secret-token.js';
import { TokenLookups } from './token-lookups.queries.js';

const MINUTE_MS = 60_000;

/** Concurrent look-ups of unknown tokens for an address that failed too often. Further ones are refused at once. */
const MAX_SUSPECT_LOOKUPS = 2;

/** Why the request was not authenticated: it had no token, or an invalid one. RFC 6750 answers the two differently. */
type Refusal = 'none' | 'invalid';

/**
 * Reads bearer tokens from the `Authorization` header only. passport-http-bearer also reads the query, which is logged,
 * and the body, which must not be read before the caller is known (contract 2.11, 3.1).
 */
class HeaderBearer extends Strategy {
  readonly name = 'bearer';

  constructor(private readonly verify: (token: string, done: (error: Error | null, caller?: Caller | null) => void) => void) {
    super();
  }

  override authenticate(request: Request): void {
    const header = request.headers.authorization ?? '';
    const token = bearerToken(header);
    if (token === undefined) {
      this.fail((/^bearer(\s|$)/i.test(header) ? 'invalid' : 'none') satisfies Refusal, 401);
      return;
    }
    this.verify(token, (error, caller) => {
      if (error) this.error(error);
      else if (caller) this.success(caller);
      else this.fail('invalid' satisfies Refusal, 401);
    });
  }
}

/** Every further log line of the request names its caller. */
function noteCaller({ userId: user, tokenId: token }: Caller): true {
  Object.assign(logContext.getStore() ?? {}, { user, token });
  return true;
}

/** The strategy that Passport runs for {@link BearerGuard}. */
@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderBearer) {
  constructor(private readonly lookups: TokenLookups) {
    super();
  }

  validate(token: string): Promise<Caller | null> {
    return this.lookups.authenticate(token);
  }
}

/**
 * The first check: a valid token, else 401 with `WWW-Authenticate` (RFC 6750, 3). Failures are counted per client
 * address, to limit the guessing of tokens: above the limit they are 429. Valid tokens from such an address still pass.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  private readonly size: WindowSize;
  /** Look-ups in progress by address, of addresses that have failed too often. */
  private readonly suspectLookups = new Map<string, number>();

  constructor(
    private readonly windows: RememberedWindows,
    private readonly lookups: TokenLookups,
    { RATE_LIMIT_PER_MINUTE: limit }: RateLimitEnv,
  ) {
    super({ session: false });
    this.size = { limit, windowMs: MINUTE_MS };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isPublic(context)) return true;
    const request = context.switchToHttp().getRequest<Request & { user?: Caller }>();
    const response = context.switchToHttp().getResponse<Response>();
    const admitted = admittedCaller(context);
    if (admitted) {
      request.user = admitted;
      this.lookups.readFor(admitted);
      return noteCaller(admitted);
    }
    // A 503 before the window is read names the policy only.
    writeRateLimitPolicy(response, this.size);
    // IPv6 clients are counted by /64, since one client usually has a whole /64.
    const address = `address:${normalizeIp(request.ip ?? 'unknown')}`;
    const end = this.beginLookup(address, request, response);
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_authenticated') {
        mustBeAllowed(await this.windows.hit(address, this.size), this.size, response);
      }
      throw error;
    } finally {
      end?.();
    }
    return noteCaller(callerOf(context));
  }

  override handleRequest<T = Caller>(error: Error | null, caller: T | false, refusal: Refusal | undefined): T {
    if (error) throw error;
    if (caller) return caller;
    const challenge = 'Bearer realm="api"';
    if (refusal !== 'invalid') throw authErrors.token_missing({}, { headers: { 'WWW-Authenticate': challenge } });
    const reason = 'error="invalid_token", error_description="The token is malformed, unknown, expired or revoked"';
    throw authErrors.token_invalid({}, { headers: { 'WWW-Authenticate': `${challenge}, ${reason}` } });
  }

  /**
   * @throws AppError 429 for an unknown token from an address that has failed too often and has
   * {@link MAX_SUSPECT_LOOKUPS} in progress
   */
  private beginLookup(address: string, request: Request, response: Response): (() => void) | undefined {
    const refusal = this.windows.refusal(address);
    if (!refusal || this.lookups.knows(request.headers.authorization)) return undefined;
    const running = this.suspectLookups.get(address) ?? 0;
    if (running >= MAX_SUSPECT_LOOKUPS) mustBeAllowed(refusal, this.size, response);
    this.suspectLookups.set(address, running + 1);
    return () => {
      const left = (this.suspectLookups.get(address) ?? 1) - 1;
      if (left > 0) this.suspectLookups.set(address, left);
      else this.suspectLookups.delete(address);
    };
  }
}
