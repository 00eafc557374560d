import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { LowQuotaCheck } from './low-quota-check.js';
import { QuotaAccounts } from './quota-accounts.queries.js';
import { quotaCheckJob } from './quota-check.job.js';
import { QuotaController } from './quota.controller.js';

/** The accounts without routes and jobs: what features that charge need. */
@Module({ providers: [QuotaAccounts], exports: [QuotaAccounts] })
export class QuotaModule {}

@Module({ imports: [QuotaModule], controllers: [QuotaController] })
export class QuotaApiModule {}

@Module({ imports: [OutboxModule, ...quotaCheckJob.imports], providers: [LowQuotaCheck, ...quotaCheckJob.providers] })
export class QuotaWorkerModule {}
