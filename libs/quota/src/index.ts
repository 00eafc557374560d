export { quotaPersistence } from './persistence.js';
export { QuotaAccounts, type Quota } from './quota-accounts.queries.js';
export { QuotaAccountsModule, QuotaModule, QuotaWorkerModule } from './quota.module.js';
