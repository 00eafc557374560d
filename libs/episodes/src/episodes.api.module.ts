import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { EpisodeRecordsService } from './episode-records.service.js';
import { EpisodesController } from './episodes.controller.js';
import { EpisodesQueries } from './episodes.queries.js';

@Module({ imports: [PodcastsModule], controllers: [EpisodesController], providers: [EpisodesQueries, EpisodeRecordsService] })
export class EpisodesApiModule {}
