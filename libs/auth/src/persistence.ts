import type { Persistence } from '@app/platform';
import { ApiToken } from './api-token.entity.js';
import { UsersAndTokens1790000001000 } from './migrations/1790000001000-users-and-tokens.js';
import { User } from './user.entity.js';

export const authPersistence: Persistence = { entities: [User, ApiToken], migrations: [UsersAndTokens1790000001000] };
