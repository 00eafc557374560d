import { PodcastsModule } from '@app/podcasts/services';
import { UploadsModule } from '@app/uploads';
import { Module } from '@nestjs/common';
import { PodcastTurns } from './changes/podcast-turns.js';
import { StockEdits } from './changes/stock-edits.js';
import { probeWakeUp } from './probing/probe.job.js';
import { VideoStocksController } from './video-stocks.controller.js';
import { VideoStocksService } from './video-stocks.service.js';
import { VideoStocksModule } from './video-stocks.module.js';

@Module({
  imports: [VideoStocksModule, PodcastsModule, UploadsModule, ...probeWakeUp.imports],
  controllers: [VideoStocksController],
  providers: [PodcastTurns, ...probeWakeUp.providers, StockEdits, VideoStocksService],
})
export class VideoStocksApiModule {}
