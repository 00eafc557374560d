import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { ExportSlots } from './exports/export-slots.js';
import { ExportSlotsQueries } from './exports/export-slots.queries.js';
import { ExportsService } from './exports/exports.service.js';

@Module({
  imports: [PodcastsModule],
  controllers: [AnalyticsController],
  providers: [AnalyticsQueries, AnalyticsService, ExportSlots, ExportSlotsQueries, ExportsService],
})
export class AnalyticsApiModule {}
