import { scheduledJob } from '@app/jobs';
import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { DownloadPartitions } from './download-partitions.js';
import { CountingMetrics } from './counting/counting.metrics.js';
import { CountingQueries } from './counting/counting.queries.js';
import { DownloadCounter } from './counting/download-counter.js';
import { EnclosureController } from './enclosure.controller.js';
import { Enclosures } from './enclosures.js';
import { EnclosuresQueries } from './enclosures.queries.js';
import { ListenerExpiry } from './counting/listener-expiry.js';
import { ListenerKeys } from './counting/listener-keys.js';
import { RedirectMiddleware } from './redirect.middleware.js';
import { WindowsQueries } from './counting/windows.queries.js';
import { redirectDatabase } from './redirect-database.js';

/** Deletes what is kept of listeners once it has expired, without a schedule: what the operator's CLI needs. */
@Module({ providers: [DownloadPartitions, ListenerExpiry, WindowsQueries], exports: [DownloadPartitions, ListenerExpiry] })
export class DownloadsModule {}

/** The redirect, and what counts behind it. */
@Module({
  imports: [redirectDatabase()],
  controllers: [EnclosureController],
  providers: [CountingMetrics, CountingQueries, DownloadCounter, Enclosures, EnclosuresQueries, ListenerKeys],
})
export class DownloadsApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RedirectMiddleware).forRoutes({ path: 'e/:episode', method: RequestMethod.GET });
  }
}

const expiryJob = scheduledJob({
  queue: 'listener-expiry',
  cron: '0 4 * * * *',
  inject: ListenerExpiry,
  run: (expiry) => expiry.run(),
});

/** Every hour, although months are long: a run that fails is made up for soon. */
const partitionsJob = scheduledJob({
  queue: 'downloads.partitions',
  cron: '0 14 * * * *',
  inject: DownloadPartitions,
  run: async (partitions) => ({ made: await partitions.run() }),
});

@Module({
  imports: [DownloadsModule, ...expiryJob.imports, ...partitionsJob.imports],
  providers: [...expiryJob.providers, ...partitionsJob.providers],
})
export class DownloadsWorkerModule {}
