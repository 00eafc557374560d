import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-strategy';
import type { Caller } from '../caller.js';
import { bearerToken } from './secret-token.js';
import { TokenLookups } from './token-lookups.queries.js';

/** Why the request was not authenticated: it had no token, or an invalid one. RFC 6750 answers the two differently. */
export type Refusal = 'none' | 'invalid';

/**
 * Reads bearer tokens from the `Authorization` header only. passport-http-bearer also reads the query, which is logged, and the body,
 * which must not be read before the caller is known (decisions 2.9, 3).
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

@Injectable()
export class BearerStrategy extends PassportStrategy(HeaderBearer) {
  constructor(private readonly lookups: TokenLookups) {
    super();
  }

  validate(token: string): Promise<Caller | null> {
    return this.lookups.authenticate(token);
  }
}
