import { Module } from '@nestjs/common';
import { auditSweepJob } from './audit/audit-sweep.job.js';
import { AuthModule } from './auth.module.js';
import { tokenExpiryJob } from './tokens/token-expiry.job.js';
import { tokenSweepJob } from './tokens/token-sweep.job.js';

@Module({
  imports: [AuthModule, ...auditSweepJob.imports, ...tokenExpiryJob.imports, ...tokenSweepJob.imports],
  providers: [...auditSweepJob.providers, ...tokenExpiryJob.providers, ...tokenSweepJob.providers],
})
export class AuthWorkerModule {}
