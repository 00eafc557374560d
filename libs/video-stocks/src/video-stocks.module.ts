import { PodcastsModule } from '@app/podcasts';
import { QuotaModule } from '@app/quota';
import { UploadsModule } from '@app/uploads';
import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { PodcastTurns } from './podcast-turns.js';
import { probeJob, probeWakeUp } from './probing/probe.job.js';
import { ProbeQueries } from './probing/probe.queries.js';
import { Prober } from './probing/prober.js';
import { StockChanges } from './stock-changes.js';
import { VideoStocksController } from './video-stocks.controller.js';
import { VideoStocksQueries } from './video-stocks.queries.js';
import { VideoStocksService } from './video-stocks.service.js';

/** Changes of stocks without routes and jobs: what features that bring episodes need. */
@Module({
  imports: [PodcastsModule, QuotaModule, UploadsModule, OutboxModule],
  providers: [StockChanges, VideoStocksQueries],
  exports: [StockChanges, VideoStocksQueries],
})
export class VideoStocksModule {}

@Module({
  imports: [VideoStocksModule, PodcastsModule, UploadsModule, ...probeWakeUp.imports],
  controllers: [VideoStocksController],
  providers: [PodcastTurns, ...probeWakeUp.providers, VideoStocksService],
})
export class VideoStocksApiModule {}

@Module({
  imports: [VideoStocksModule, UploadsModule, ...probeJob.imports],
  providers: [Prober, ProbeQueries, ...probeJob.providers],
})
export class VideoStocksWorkerModule {}
