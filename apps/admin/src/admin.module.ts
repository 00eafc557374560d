import { AnalyticsModule } from '@app/analytics';
import { AccountsModule } from '@app/auth';
import { DownloadsModule } from '@app/downloads';
import { FixturesModule } from '@app/fixtures';
import { JobsModule } from '@app/jobs';
import { PlatformModule, type Env } from '@app/platform';
import { CatalogModule } from '@app/podcasts';
import { WebhookOutboxModule } from '@app/webhooks';
import { OutboundModule } from '@app/outbound';
import { RateLimitModule } from '@app/rate-limit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { persistence } from './persistence.js';

@Module({})
export class AdminModule {
  static for(env: Env, log: Logger): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        PlatformModule.for({ env, log, persistence, name: 'admin' }),
        OutboundModule,
        RateLimitModule,
        JobsModule.forRoot(env),
        AccountsModule,
        AnalyticsModule,
        CatalogModule,
        DownloadsModule,
        FixturesModule,
        WebhookOutboxModule,
      ],
    };
  }
}
