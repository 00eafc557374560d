import { Integer } from '@app/env';

export class FeedsEnv {
  /** Least seconds between two refetches of one podcast's feed. */
  @Integer(0, 31_536_000)
  readonly RSS_REFETCH_INTERVAL_SECONDS: number = 300;
}
