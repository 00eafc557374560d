import { CatalogModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { RollUps } from './roll-ups.js';
import { RollUpsProcessor, rollUpsQueue, RollUpsSchedule } from './roll-ups.job.js';

/** Rolls downloads up, without a schedule: what the operator's CLI needs. */
@Module({ providers: [RollUps], exports: [RollUps] })
export class AnalyticsModule {}

@Module({ imports: [CatalogModule], controllers: [AnalyticsController], providers: [AnalyticsQueries, AnalyticsService] })
export class AnalyticsApiModule {}

@Module({ imports: [AnalyticsModule, rollUpsQueue], providers: [RollUpsSchedule, RollUpsProcessor] })
export class AnalyticsWorkerModule {}
