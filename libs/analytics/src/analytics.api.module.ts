import { ClickHouse, ClickHouseModule } from '@app/downloads';
import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { ExportSlots } from './exports/export-slots.queries.js';
import { ExportsService } from './exports/exports.service.js';
import { ClickHouseFigures } from './clickhouse-figures.queries.js';
import { FiguresSource } from './figures.js';
import { RolledUpFigures } from './rolled-up-figures.js';

const figuresSource = {
  provide: FiguresSource,
  inject: [ClickHouse, AnalyticsQueries],
  useFactory: (clickHouse: ClickHouse, queries: AnalyticsQueries) =>
    clickHouse.isUsed ? new ClickHouseFigures(clickHouse, queries) : new RolledUpFigures(queries),
};

@Module({
  imports: [ClickHouseModule, PodcastsModule],
  controllers: [AnalyticsController],
  providers: [figuresSource, AnalyticsQueries, AnalyticsService, ExportSlots, ExportsService],
})
export class AnalyticsApiModule {}
