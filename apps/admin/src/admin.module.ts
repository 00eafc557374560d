import { AnalyticsModule } from '@app/analytics';
import { AccountsModule } from '@app/auth';
import { DownloadsModule } from '@app/downloads';
import { FixturesModule } from '@app/fixtures';
import { JobsModule } from '@app/jobs';
import { Env, PlatformModule, type Environment } from '@app/platform';
import { CatalogModule } from '@app/podcasts';
import { WebhookOutboxModule } from '@app/webhooks';
import { OutboundModule } from '@app/outbound';
import { RateLimitModule } from '@app/rate-limit';
import { persistence } from '@app/product';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

@Module({})
export class AdminModule {
  static for(environment: Environment, log: Logger): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        PlatformModule.for({ environment, log, persistence, name: 'admin' }),
        OutboundModule,
        RateLimitModule,
        JobsModule.forRoot(environment.get(Env)),
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
