import { Module } from '@nestjs/common';
import { ClickHouseModule } from './clickhouse/click-house.module.js';
import { CountingMetrics } from './counting/counting.metrics.js';
import { CountingQueries } from './counting/counting.queries.js';
import { DownloadCounter } from './counting/download-counter.js';
import { EnclosureController } from './enclosure.controller.js';
import { Enclosures } from './enclosures.js';
import { EnclosuresQueries } from './enclosures.queries.js';
import { ListenerKeys } from './counting/listener-keys.js';
import { redirectDatabase } from './redirect-database.js';

/** The redirect, and what counts behind it. */
@Module({
  imports: [redirectDatabase(), ClickHouseModule],
  controllers: [EnclosureController],
  providers: [CountingMetrics, CountingQueries, DownloadCounter, Enclosures, EnclosuresQueries, ListenerKeys],
})
export class DownloadsApiModule {}
