import { Integer } from '@app/env';

/** The variables of the rate limits. */
export class RateLimitEnv {
  /** Requests per user and minute, over all routes, tokens and processes (contract 2.8); failed authentications per address. */
  @Integer(1, 1_000_000_000)
  readonly RATE_LIMIT_PER_MINUTE: number = 60;
}
