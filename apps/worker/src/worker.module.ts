import { analyticsPersistence, AnalyticsWorkerModule } from '@app/analytics';
import { authPersistence } from '@app/auth';
import { downloadsPersistence, DownloadsWorkerModule } from '@app/downloads';
import { feedsPersistence, FeedsWorkerModule } from '@app/feeds';
import { JobsModule } from '@app/jobs';
import { PlatformModule, type Env } from '@app/platform';
import { podcastsPersistence } from '@app/podcasts';
import { quotaPersistence, QuotaWorkerModule } from '@app/quota';
import { uploadsPersistence, UploadsWorkerModule } from '@app/uploads';
import { videoStocksPersistence, VideoStocksWorkerModule } from '@app/video-stocks';
import { webhooksPersistence, WebhooksWorkerModule } from '@app/webhooks';
import { OutboundModule } from '@app/outbound';
import { RateLimitModule, rateLimitPersistence, RateLimitWorkerModule } from '@app/rate-limit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

const persistence = [
  rateLimitPersistence,
  authPersistence,
  podcastsPersistence,
  webhooksPersistence,
  quotaPersistence,
  uploadsPersistence,
  videoStocksPersistence,
  feedsPersistence,
  downloadsPersistence,
  analyticsPersistence,
];

@Module({})
export class WorkerModule {
  static for(env: Env, log: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.for({ env, log, persistence, name: 'worker' }),
        OutboundModule,
        RateLimitModule,
        JobsModule.forRoot(env),
        RateLimitWorkerModule,
        WebhooksWorkerModule,
        QuotaWorkerModule,
        DownloadsWorkerModule,
        AnalyticsWorkerModule,
        UploadsWorkerModule,
        VideoStocksWorkerModule,
        FeedsWorkerModule,
      ],
    };
  }
}
