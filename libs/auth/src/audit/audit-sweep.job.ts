import { scheduledJob } from '@app/jobs';
import { AuditQueries } from './audit.queries.js';

/** Once a day, apart from other jobs. */
export const auditSweepJob = scheduledJob({
  name: 'audit.sweep',
  cron: '0 43 3 * * *',
  inject: AuditQueries,
  run: async (audit) => ({ deleted: await audit.sweep() }),
});
