import { Module } from '@nestjs/common';
import { PodcastListService } from './podcast-list.service.js';
import { PodcastsController } from './podcasts.controller.js';
import { PodcastsModule } from './podcasts.module.js';
import { PodcastsQueries } from './podcasts.queries.js';

@Module({
  imports: [PodcastsModule],
  controllers: [PodcastsController],
  providers: [PodcastListService, PodcastsQueries],
  exports: [PodcastsModule],
})
export class PodcastsApiModule {}
