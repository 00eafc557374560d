import { CatalogModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { CountingMetrics } from './counting.metrics.js';
import { CountingQueries } from './counting.queries.js';
import { DownloadCounter } from './download-counter.js';
import { EnclosureController } from './enclosure.controller.js';
import { Enclosures } from './enclosures.js';
import { ExpiryProcessor, expiryQueue, ExpirySchedule, ListenerExpiry } from './listener-expiry.js';
import { ListenerKeys } from './listener-keys.js';

/** Deletes what is kept of listeners once it has expired, without a schedule: what the operator's CLI needs. */
@Module({ providers: [CountingQueries, ListenerKeys, ListenerExpiry], exports: [ListenerExpiry] })
export class DownloadsModule {}

/** The redirect, and what counts behind it. */
@Module({
  imports: [CatalogModule],
  controllers: [EnclosureController],
  providers: [CountingMetrics, CountingQueries, DownloadCounter, Enclosures, ListenerKeys],
})
export class DownloadsApiModule {}

@Module({ imports: [DownloadsModule, expiryQueue], providers: [ExpirySchedule, ExpiryProcessor] })
export class DownloadsWorkerModule {}
