import { Module } from '@nestjs/common';
import { PodcastsController } from './podcasts.controller.js';
import { PodcastsModule } from './podcasts.module.js';
import { PodcastsQueries } from './podcasts.queries.js';

@Module({
  imports: [PodcastsModule],
  controllers: [PodcastsController],
  providers: [PodcastsQueries],
  exports: [PodcastsModule],
})
export class PodcastsApiModule {}
