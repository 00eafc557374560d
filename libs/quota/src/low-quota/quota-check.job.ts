import { scheduledJob } from '@app/jobs';
import { LowQuotaCheck } from './low-quota-check.js';
import { QuotaEnv } from '../quota.env.js';

export const quotaCheckJob = scheduledJob({
  name: 'quota.check',
  cron: { from: QuotaEnv, read: (env: QuotaEnv) => env.QUOTA_CHECK_CRON },
  inject: LowQuotaCheck,
  run: (check) => check.checkUsers(),
});
