import { scheduledJob } from '@app/jobs';
import { Module } from '@nestjs/common';
import { DownloadsRetention } from './roll-ups/downloads-retention.queries.js';
import { RollUps } from './roll-ups/roll-ups.queries.js';
import { AnalyticsModule } from './analytics.module.js';

/** Workers share the days. A tick that comes while no worker runs is not queued; the next one does its work. */
const rollUpsJob = scheduledJob({
  name: 'analytics-roll-ups',
  cron: '0 5-55/10 * * * *',
  inEveryWorker: true,
  inject: RollUps,
  run: async (rollUps, { signal }) => ({ rolledUp: await rollUps.rollUpDays(new Date(), signal) }),
});

const retentionJob = scheduledJob({
  name: 'downloads.retention',
  cron: '0 44 * * * *',
  inject: DownloadsRetention,
  run: (retention) => retention.dropOld(),
});

@Module({
  imports: [AnalyticsModule, ...rollUpsJob.imports, ...retentionJob.imports],
  providers: [...rollUpsJob.providers, ...retentionJob.providers],
})
export class AnalyticsWorkerModule {}
