import { scheduledJob } from '@app/jobs';
import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { ExportSlots } from './export-slots.js';
import { ExportSlotsQueries } from './export-slots.queries.js';
import { ExportsService } from './exports.service.js';
import { DownloadsRetentionQueries } from './downloads-retention.queries.js';
import { DownloadsRetention } from './downloads-retention.js';
import { RollUps } from './roll-ups.js';

/** Rolls downloads up, without a schedule: what the operator's CLI needs. */
@Module({ providers: [RollUps, DownloadsRetention, DownloadsRetentionQueries], exports: [RollUps, DownloadsRetention] })
export class AnalyticsModule {}

@Module({
  imports: [PodcastsModule],
  controllers: [AnalyticsController],
  providers: [AnalyticsQueries, AnalyticsService, ExportSlots, ExportSlotsQueries, ExportsService],
})
export class AnalyticsApiModule {}

/** By five past the hour, the downloads of the hour before are written. Every worker takes part: they share the days. */
const rollUpsJob = scheduledJob({
  queue: 'analytics-roll-ups',
  cron: '0 5 * * * *',
  inEveryWorker: true,
  inject: RollUps,
  run: async (rollUps, { signal }) => ({ rolledUp: await rollUps.run(new Date(), signal) }),
});

const retentionJob = scheduledJob({
  queue: 'downloads.retention',
  cron: '0 44 * * * *',
  inject: DownloadsRetention,
  run: (retention) => retention.run(),
});

@Module({
  imports: [AnalyticsModule, ...rollUpsJob.imports, ...retentionJob.imports],
  providers: [...rollUpsJob.providers, ...retentionJob.providers],
})
export class AnalyticsWorkerModule {}
