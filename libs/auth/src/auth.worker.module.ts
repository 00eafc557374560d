import { Module } from '@nestjs/common';
import { AuditQueries } from './audit/audit.queries.js';
import { auditSweepJob } from './audit/audit-sweep.job.js';
import { tokenSweepJob } from './tokens/token-sweep.job.js';
import { TokensQueries } from './tokens/tokens.queries.js';

@Module({
  imports: [...auditSweepJob.imports, ...tokenSweepJob.imports],
  providers: [AuditQueries, TokensQueries, ...auditSweepJob.providers, ...tokenSweepJob.providers],
})
export class AuthWorkerModule {}
