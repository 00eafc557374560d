export { quotaPersistence } from './persistence.js';
export { QuotaAccounts, type Quota } from './quota-accounts.queries.js';
export { QuotaModule } from './quota.module.js';
