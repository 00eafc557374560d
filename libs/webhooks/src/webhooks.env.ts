import { constraint, Integer, Numbers } from '@app/env';

/** A longer delay is taken for a typing error. */
const MAX_DELAY_SECONDS = 31_536_000;

/** Exactly five positive numbers, none above a year. */
const RetryDelays = (): PropertyDecorator =>
  constraint<readonly number[]>(
    'retryDelays',
    (delays) => delays.length === 5 && delays.every((delay) => delay > 0 && delay <= MAX_DELAY_SECONDS),
    `must be exactly five positive numbers of seconds, at most ${MAX_DELAY_SECONDS} each, separated by commas`,
  );

export class WebhooksEnv {
  /** Accepted webhook registrations per user and hour (contract 6.4). */
  @Integer(1, 1_000_000)
  readonly WEBHOOK_REGISTRATIONS_PER_HOUR: number = 5;

  /** Seconds before attempts 2 to 6 of a delivery (contract 6.8). */
  @Numbers()
  @RetryDelays()
  readonly WEBHOOK_RETRY_DELAYS: readonly number[] = [60, 300, 900, 3600, 10_800];

  /** Milliseconds for one whole exchange with a destination, from the name look-up on. */
  @Integer(100, 30_000)
  readonly WEBHOOK_TIMEOUT_MS: number = 10_000;

  /** Days for which finished deliveries are kept. */
  @Integer(1, 36_500)
  readonly RETENTION_DAYS: number = 30;
}
