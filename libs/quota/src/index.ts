export { quotaPersistence } from './persistence.js';
export { QuotaAccounts, type Quota } from './quota-accounts.queries.js';
export { QuotaModule, QuotaApiModule, QuotaWorkerModule } from './quota.module.js';
