export { AuthModule } from './auth.module.js';
export { ownership } from './permissions/ownership.js';
export { authPersistence } from './persistence.js';
export { CurrentCaller, Public, requirementOf, Requires, type Caller } from './permissions/permission.guard.js';
export { type Permission } from './tokens/api-token.entity.js';
export { TokenChanges, type TokenChange } from './tokens/token-changes.js';
export { TokensService } from './tokens/tokens.service.js';
export { UnknownRoutesModule } from './refusals/unknown-routes.module.js';
export { UsersService } from './users.service.js';
