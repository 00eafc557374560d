import { Module } from '@nestjs/common';
import { QuotaAccounts } from './quota-accounts.queries.js';

/** The accounts without routes and jobs: what features that charge need. */
@Module({ providers: [QuotaAccounts], exports: [QuotaAccounts] })
export class QuotaModule {}
