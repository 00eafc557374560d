import { Module } from '@nestjs/common';
import { EpisodesService } from './episodes.service.js';
import { PodcastsController } from './podcasts.controller.js';
import { PodcastsQueries } from './podcasts.queries.js';
import { PodcastsService } from './podcasts.service.js';

/** Podcasts and episodes without routes: what the operator's CLI and other features need. */
@Module({ providers: [PodcastsQueries, PodcastsService, EpisodesService], exports: [PodcastsService, EpisodesService] })
export class PodcastsModule {}

@Module({ imports: [PodcastsModule], controllers: [PodcastsController], exports: [PodcastsModule] })
export class PodcastsApiModule {}
