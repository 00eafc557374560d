import { Module } from '@nestjs/common';
import { AuditQueries } from './audit/audit.queries.js';
import { auditSweepJob } from './audit/audit-sweep.job.js';

@Module({ imports: [...auditSweepJob.imports], providers: [AuditQueries, ...auditSweepJob.providers] })
export class AuthWorkerModule {}
