import { ChaptersModule } from '@app/chapters';
import { FeedSourcesModule } from '@app/feeds';
import { PodcastsModule } from '@app/podcasts/services';
import { TranscriptsModule } from '@app/transcripts';
import { UploadsModule } from '@app/uploads';
import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { EpisodeTextMaker, VideoFinder } from './episodes/episode-makers.js';
import { PublicEpisodesController } from './episodes/public-episodes.controller.js';
import { PublicEpisodesQueries } from './episodes/public-episodes.queries.js';
import { FeedMaker } from './feed/feed-maker.js';
import { PublicFeedsController } from './feed/public-feeds.controller.js';
import { PublishedFeedsQueries } from './feed/published-feeds.queries.js';
import { publicFromAnyOrigin } from './files/cors.middleware.js';
import { PublicTexts } from './files/public-texts.js';
import { PulseQueries } from './files/pulse.queries.js';
import { Receivers } from './files/receivers.js';
import { PublicationController } from './settings/publication.controller.js';
import { PublicationService } from './settings/publication.service.js';

@Module({
  imports: [ChaptersModule, FeedSourcesModule, PodcastsModule, TranscriptsModule, UploadsModule],
  controllers: [PublicationController, PublicFeedsController, PublicEpisodesController],
  providers: [
    ...[PublicEpisodesQueries, PublishedFeedsQueries, PulseQueries],
    ...[EpisodeTextMaker, FeedMaker, PublicationService, PublicTexts, Receivers, VideoFinder],
  ],
})
export class PublicationApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(publicFromAnyOrigin).forRoutes('f/*path', 'e/:episode/*path');
  }
}
