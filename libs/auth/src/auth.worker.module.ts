import { scheduledJob } from '@app/jobs';
import { Module } from '@nestjs/common';
import { AuditQueries } from './audit/audit.queries.js';
import { AuthModule } from './auth.module.js';
import { TokensQueries } from './tokens/tokens.queries.js';
import { TokensService } from './tokens/tokens.service.js';

const jobs = [
  // Every minute: an expired token is refused at once, and its user is told of it soon (contract 18.3).
  scheduledJob({
    name: 'tokens.expiry',
    cron: '20 * * * * *',
    inject: TokensService,
    run: async (tokens) => {
      const told = await tokens.endExpired();
      return told > 0 ? { told } : undefined;
    },
  }),
  // Once a day, apart from other jobs.
  scheduledJob({
    name: 'audit.sweep',
    cron: '0 43 3 * * *',
    inject: AuditQueries,
    run: async (audit) => ({ deleted: await audit.sweep() }),
  }),
  scheduledJob({
    name: 'tokens.sweep',
    cron: '0 23 4 * * *',
    inject: TokensQueries,
    run: async (tokens) => ({ deleted: await tokens.sweep() }),
  }),
];

@Module({ imports: [AuthModule, ...jobs.flatMap(({ imports }) => imports)], providers: jobs.flatMap(({ providers }) => providers) })
export class AuthWorkerModule {}
