import { Module } from '@nestjs/common';
import { AuditQueries } from './audit/audit.queries.js';
import { TokenChanges } from './tokens/token-changes.js';
import { TokensQueries } from './tokens/tokens.queries.js';
import { TokensService } from './tokens/tokens.service.js';
import { UsersService } from './users.service.js';

/** Users and tokens, without routes: what the operator's CLI needs. */
@Module({
  providers: [AuditQueries, TokenChanges, TokensQueries, TokensService, UsersService],
  exports: [AuditQueries, TokenChanges, TokensQueries, TokensService, UsersService],
})
export class AuthModule {}
