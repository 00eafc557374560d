import { CronExpression } from '@app/env';
import { Validate } from 'class-validator';

/** The variables of the quota. */
export class QuotaEnv {
  /** When the low-quota check runs: five cron fields, or six with seconds first; UTC. */
  @Validate(CronExpression)
  readonly QUOTA_CHECK_CRON: string = '*/5 * * * *';
}
