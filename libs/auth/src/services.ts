/** Exports without HTTP: entities for tables of other features, services for the operator's commands (ADR 0070). */
export { ApiToken, PERMISSIONS, type Permission } from './tokens/api-token.entity.js';
export { AuditQueries, recordAction, type AuditedAction } from './audit/audit.queries.js';
export { AuthModule } from './auth.module.js';
export { TokenChanges } from './tokens/token-changes.js';
export { TokensService } from './tokens/tokens.service.js';
export { User } from './user.entity.js';
export { UsersService } from './users.service.js';
export { noteSeen } from './own-writes/own-writes.queries.js';
