import { scheduledJob } from '@app/jobs';
import { Module } from '@nestjs/common';
import { DownloadsRetention } from './roll-ups/downloads-retention.js';
import { RollUps } from './roll-ups/roll-ups.js';
import { AnalyticsModule } from './analytics.module.js';

/** Every worker takes part: they share the days. A tick that no worker was there for is made up for within ten minutes. */
const rollUpsJob = scheduledJob({
  name: 'analytics-roll-ups',
  cron: '0 5-55/10 * * * *',
  inEveryWorker: true,
  inject: RollUps,
  run: async (rollUps, { signal }) => ({ rolledUp: await rollUps.run(new Date(), signal) }),
});

const retentionJob = scheduledJob({
  name: 'downloads.retention',
  cron: '0 44 * * * *',
  inject: DownloadsRetention,
  run: (retention) => retention.run(),
});

@Module({
  imports: [AnalyticsModule, ...rollUpsJob.imports, ...retentionJob.imports],
  providers: [...rollUpsJob.providers, ...retentionJob.providers],
})
export class AnalyticsWorkerModule {}
