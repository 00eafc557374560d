import { Integer } from '@app/env';

export class RateLimitEnv {
  /** Requests per user and minute over all routes and processes (contract 2.8); failed authentications per address. */
  @Integer(1, 1_000_000_000)
  readonly RATE_LIMIT_PER_MINUTE: number = 60;
}
