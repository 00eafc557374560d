import { ChaptersModule } from '@app/chapters';
import { PodcastsModule } from '@app/podcasts/services';
import { TranscriptsModule } from '@app/transcripts';
import { Module } from '@nestjs/common';
import { EpisodeRecordsService } from './episode-records.service.js';
import { EpisodesController } from './episodes.controller.js';
import { EpisodesQueries } from './episodes.queries.js';
import { RetimeController } from './retime/retime.controller.js';
import { RetimeService } from './retime/retime.service.js';

@Module({
  imports: [PodcastsModule, TranscriptsModule, ChaptersModule],
  controllers: [EpisodesController, RetimeController],
  providers: [EpisodesQueries, EpisodeRecordsService, RetimeService],
})
export class EpisodesApiModule {}
