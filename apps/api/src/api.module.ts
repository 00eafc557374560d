import { AuthModule, authPersistence, UnknownRoutesModule } from '@app/auth';
import { PlatformModule, type Env } from '@app/platform';
import { PodcastsModule, podcastsPersistence } from '@app/podcasts';
import { TranscriptsModule, transcriptsPersistence } from '@app/transcripts';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';

const persistence = [authPersistence, podcastsPersistence, transcriptsPersistence];

@Module({})
export class ApiModule {
  static for(env: Env, log: Logger): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.for({ env, log, persistence, name: 'api' }),
        AuthModule,
        PodcastsModule,
        TranscriptsModule,
        UnknownRoutesModule, // last: it takes what no other route does
      ],
    };
  }
}
