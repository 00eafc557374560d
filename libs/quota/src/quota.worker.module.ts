import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { LowQuotaCheck } from './low-quota/low-quota-check.js';
import { quotaCheckJob } from './low-quota/quota-check.job.js';

@Module({ imports: [OutboxModule, ...quotaCheckJob.imports], providers: [LowQuotaCheck, ...quotaCheckJob.providers] })
export class QuotaWorkerModule {}
