import { AnalyticsApiModule, analyticsPersistence } from '@app/analytics';
import { AuthModule, authPersistence, UnknownRoutesModule } from '@app/auth';
import { ChaptersModule, chaptersPersistence } from '@app/chapters';
import { DownloadsApiModule, downloadsPersistence } from '@app/downloads';
import { FeedsModule, feedsPersistence } from '@app/feeds';
import { JobsModule } from '@app/jobs';
import { PlatformModule, type Env } from '@app/platform';
import { PodcastsModule, podcastsPersistence } from '@app/podcasts';
import { QuotaModule, quotaPersistence } from '@app/quota';
import { TranscriptsModule, transcriptsPersistence } from '@app/transcripts';
import { UploadsModule, uploadsPersistence } from '@app/uploads';
import { VideoStocksModule, videoStocksPersistence } from '@app/video-stocks';
import { WebhooksModule, webhooksPersistence } from '@app/webhooks';
import { OutboundModule } from '@app/outbound';
import { RateLimitModule, rateLimitPersistence } from '@app/rate-limit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

const persistence = [
  rateLimitPersistence,
  authPersistence,
  podcastsPersistence,
  chaptersPersistence,
  transcriptsPersistence,
  webhooksPersistence,
  quotaPersistence,
  downloadsPersistence,
  analyticsPersistence,
  uploadsPersistence,
  videoStocksPersistence,
  feedsPersistence,
];

@Module({})
export class ApiModule {
  static for(env: Env, log: Logger): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.for({ env, log, persistence, name: 'api' }),
        OutboundModule,
        RateLimitModule,
        JobsModule.forRoot(env),
        AuthModule,
        PodcastsModule,
        TranscriptsModule,
        ChaptersModule,
        DownloadsApiModule,
        AnalyticsApiModule,
        WebhooksModule,
        QuotaModule,
        UploadsModule,
        VideoStocksModule,
        FeedsModule,
        UnknownRoutesModule, // last: it takes what no other route does
      ],
    };
  }
}
