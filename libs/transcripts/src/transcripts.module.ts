import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { TranscriptsQueries } from './transcripts.queries.js';
import { TranscriptsService } from './transcripts.service.js';
import { TranscriptThreads } from './threads/transcript-threads.js';

/** Stores transcripts, without routes: what the operator's command line needs for fixtures. */
@Module({
  imports: [PodcastsModule],
  providers: [TranscriptsQueries, TranscriptsService, TranscriptThreads],
  exports: [TranscriptsService],
})
export class TranscriptsModule {}
