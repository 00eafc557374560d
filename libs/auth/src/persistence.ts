import type { Persistence } from '@app/database';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { ApiToken } from './tokens/api-token.entity.js';
import { LastWrite } from './own-writes/last-write.entity.js';
import { LastWrites1790000140000 } from './migrations/1790000140000-last-writes.js';
import { UsersAndTokens1790000001000 } from './migrations/1790000001000-users-and-tokens.js';
import { OwnTokens1790002105500 } from './migrations/1790002105500-own-tokens.js';
import { Audit1790003300100 } from './migrations/1790003300100-audit.js';
import { TokenExpiry1790004100000 } from './migrations/1790004100000-token-expiry.js';
import { ReplacedSecret } from './tokens/replaced-secret.entity.js';
import { User } from './user.entity.js';

export const authPersistence: Persistence = {
  entities: [User, ApiToken, ReplacedSecret, LastWrite, AuditEntry],
  migrations: [UsersAndTokens1790000001000, LastWrites1790000140000, OwnTokens1790002105500, Audit1790003300100, TokenExpiry1790004100000],
  userData: {
    users: { column: 'id' },
    api_tokens: { column: 'user_id', secrets: ['hash'] },
    replaced_secrets: { column: 'token_id', of: 'api_tokens', secrets: ['hash'] },
    last_writes: { column: 'user_id' },
    audit_entries: 'ids alone, which stay for a year',
  },
};
