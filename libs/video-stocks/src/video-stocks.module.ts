import { CatalogModule } from '@app/podcasts';
import { QuotaAccountsModule } from '@app/quota';
import { UploadStoreModule } from '@app/uploads';
import { WebhookOutboxModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { PodcastTurns } from './podcast-turns.js';
import { ProbeProcessor, ProbeSchedule } from './probing/probe.processor.js';
import { probeQueue, ProbeWaker } from './probing/probe.waker.js';
import { Prober } from './probing/prober.js';
import { StockChanges } from './stock-changes.js';
import { VideoStocksController } from './video-stocks.controller.js';
import { VideoStocksQueries } from './video-stocks.queries.js';
import { VideoStocksService } from './video-stocks.service.js';

/** Changes of stocks without routes and jobs: what features that bring episodes need. */
@Module({
  imports: [CatalogModule, QuotaAccountsModule, UploadStoreModule, WebhookOutboxModule],
  providers: [StockChanges, VideoStocksQueries],
  exports: [StockChanges, VideoStocksQueries],
})
export class StockChangesModule {}

@Module({
  imports: [StockChangesModule, CatalogModule, UploadStoreModule, probeQueue],
  controllers: [VideoStocksController],
  providers: [PodcastTurns, ProbeWaker, VideoStocksService],
})
export class VideoStocksModule {}

@Module({
  imports: [StockChangesModule, UploadStoreModule, probeQueue],
  providers: [Prober, ProbeSchedule, ProbeProcessor],
})
export class VideoStocksWorkerModule {}
