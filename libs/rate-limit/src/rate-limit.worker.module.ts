import { scheduledJob } from '@app/jobs';
import { Module } from '@nestjs/common';
import { RateLimitModule } from './rate-limit.module.js';
import { RateLimitWindowsQueries } from './windows/rate-limit-windows.queries.js';

const sweep = scheduledJob({
  name: 'rate-limit-sweep',
  cron: '0 */10 * * * *',
  inject: RateLimitWindowsQueries,
  run: async (windows) => ({ deleted: await windows.deleteExpired() }),
});

/** The worker's part of the rate limits: deletes the windows of callers who have been idle. Redis expires its own. */
@Module({ imports: [RateLimitModule, ...sweep.imports], providers: [RateLimitWindowsQueries, ...sweep.providers] })
export class RateLimitWorkerModule {}
