import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { ClickHouseModule } from './clickhouse/click-house.module.js';
import { CountingMetrics } from './counting/counting.metrics.js';
import { CountingQueries } from './counting/counting.queries.js';
import { DownloadCounter } from './counting/download-counter.js';
import { EnclosureController } from './enclosure.controller.js';
import { Enclosures } from './enclosures.js';
import { EnclosuresQueries } from './enclosures.queries.js';
import { ListenerKeys } from './counting/listener-keys.js';
import { RedirectMiddleware } from './redirect.middleware.js';
import { redirectDatabase } from './redirect-database.js';

/** The redirect, and what counts behind it. */
@Module({
  imports: [redirectDatabase(), ClickHouseModule],
  controllers: [EnclosureController],
  providers: [CountingMetrics, CountingQueries, DownloadCounter, Enclosures, EnclosuresQueries, ListenerKeys],
})
export class DownloadsApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RedirectMiddleware).forRoutes({ path: 'e/:episode', method: RequestMethod.GET });
  }
}
