import { CatalogModule } from '@app/podcasts';
import { StockChangesModule } from '@app/video-stocks';
import { Module } from '@nestjs/common';
import { FeedClient } from './fetching/feed-client.js';
import { RefetchProcessor, RefetchSchedule } from './refetch.processor.js';
import { refetchQueue, RefetchWaker } from './refetch.waker.js';
import { Refetcher } from './refetcher.js';
import { RefetchesController } from './refetches.controller.js';
import { RefetchesQueries } from './refetches.queries.js';
import { RefetchesService } from './refetches.service.js';

@Module({
  imports: [CatalogModule, refetchQueue],
  controllers: [RefetchesController],
  providers: [RefetchesQueries, RefetchesService, RefetchWaker],
})
export class FeedsModule {}

@Module({
  imports: [CatalogModule, StockChangesModule, refetchQueue],
  providers: [FeedClient, Refetcher, RefetchesQueries, RefetchProcessor, RefetchSchedule],
})
export class FeedsWorkerModule {}
