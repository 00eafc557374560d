import { CronExpression } from '@app/env';

export class QuotaEnv {
  /** When the low-quota check runs: five cron fields, or six with seconds first; UTC. */
  @CronExpression()
  readonly QUOTA_CHECK_CRON: string = '*/5 * * * *';
}
