import { PodcastsModule } from '@app/podcasts/services';
import { QuotaModule } from '@app/quota';
import { UploadsModule } from '@app/uploads';
import { OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { QuotaBearers } from './changes/quota-bearers.queries.js';
import { StockChanges } from './changes/stock-changes.js';
import { VideoStocksQueries } from './video-stocks.queries.js';

/** Changes of stocks without routes and jobs: what features that bring episodes need. */
@Module({
  imports: [PodcastsModule, QuotaModule, UploadsModule, OutboxModule],
  providers: [QuotaBearers, StockChanges, VideoStocksQueries],
  exports: [QuotaBearers, StockChanges, VideoStocksQueries],
})
export class VideoStocksModule {}
