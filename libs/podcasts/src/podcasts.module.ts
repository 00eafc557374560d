import { Module } from '@nestjs/common';
import { EpisodesService } from './episodes/episodes.service.js';
import { PodcastsService } from './podcasts.service.js';

/** Podcasts and episodes without routes: what the operator's CLI and other features need. */
@Module({ providers: [PodcastsService, EpisodesService], exports: [PodcastsService, EpisodesService] })
export class PodcastsModule {}
