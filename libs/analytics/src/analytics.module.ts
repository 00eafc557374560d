import { CatalogModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { CountingMetrics } from './counting.metrics.js';
import { CountingQueries } from './counting.queries.js';
import { DownloadCounter } from './download-counter.js';
import { EnclosureController } from './enclosure.controller.js';
import { Enclosures } from './enclosures.js';
import { ListenerKeys } from './listener-keys.js';
import { RollUps } from './roll-ups.js';
import { Upkeep, UpkeepProcessor, upkeepQueue, UpkeepSchedule } from './upkeep.js';

@Module({
  imports: [CatalogModule],
  controllers: [AnalyticsController, EnclosureController],
  providers: [AnalyticsQueries, AnalyticsService, CountingMetrics, CountingQueries, DownloadCounter, Enclosures, ListenerKeys],
})
export class AnalyticsModule {}

/** What keeps roll-ups and counting in order, without a schedule: what the operator's CLI needs. */
@Module({ providers: [CountingQueries, ListenerKeys, RollUps, Upkeep], exports: [Upkeep] })
export class AnalyticsUpkeepModule {}

@Module({ imports: [AnalyticsUpkeepModule, upkeepQueue], providers: [UpkeepSchedule, UpkeepProcessor] })
export class AnalyticsWorkerModule {}
