import type { Persistence } from '@app/database';
import { Quota1790000011000 } from './migrations/1790000011000-quota.js';
import { QuotaTold1790000055000 } from './migrations/1790000055000-quota-told.js';
import { UncheckedAccounts1790004150000 } from './migrations/1790004150000-unchecked-accounts.js';
import { QuotaAccount } from './quota-account.entity.js';
import { QuotaCheck } from './low-quota/quota-check.entity.js';

export const quotaPersistence: Persistence = {
  entities: [QuotaAccount, QuotaCheck],
  migrations: [Quota1790000011000, QuotaTold1790000055000, UncheckedAccounts1790004150000],
  userData: {
    quota_accounts: { column: 'user_id' },
    quota_checks: 'one row for all users',
  },
};
