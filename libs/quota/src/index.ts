export { quotaPersistence } from './persistence.js';
export { QuotaAccounts } from './quota-accounts.queries.js';
export { QuotaModule } from './quota.module.js';
