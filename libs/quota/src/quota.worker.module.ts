import { scheduledJob } from '@app/jobs';
import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { LowQuotaCheck } from './low-quota/low-quota-check.js';
import { QuotaEnv } from './quota.env.js';

const checkJob = scheduledJob({
  name: 'quota.check',
  cron: { from: QuotaEnv, read: (env: QuotaEnv) => env.QUOTA_CHECK_CRON },
  inject: LowQuotaCheck,
  run: (check) => check.checkUsers(),
});

@Module({ imports: [OutboxModule, ...checkJob.imports], providers: [LowQuotaCheck, ...checkJob.providers] })
export class QuotaWorkerModule {}
