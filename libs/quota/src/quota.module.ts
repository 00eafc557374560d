import { WebhookOutboxModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { LowQuotaCheck } from './low-quota-check.js';
import { QuotaAccounts } from './quota-accounts.js';
import { QuotaCheckProcessor, quotaCheckQueue, QuotaCheckSchedule } from './quota-check.schedule.js';
import { QuotaController } from './quota.controller.js';

/** The accounts without routes and jobs: what features that charge need. */
@Module({ providers: [QuotaAccounts], exports: [QuotaAccounts] })
export class QuotaAccountsModule {}

@Module({ imports: [QuotaAccountsModule], controllers: [QuotaController] })
export class QuotaModule {}

@Module({ imports: [WebhookOutboxModule, quotaCheckQueue], providers: [LowQuotaCheck, QuotaCheckSchedule, QuotaCheckProcessor] })
export class QuotaWorkerModule {}
