import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { TranscriptsController } from './transcripts.controller.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { TranscriptsService } from './transcripts.service.js';
import { UploadReader } from './upload/upload-reader.js';

/** Stores transcripts, without routes: what the operator's command line needs for fixtures. */
@Module({
  imports: [PodcastsModule],
  providers: [TranscriptsQueries, TranscriptsService, UploadReader],
  exports: [TranscriptsService],
})
export class TranscriptsModule {}

@Module({ imports: [TranscriptsModule, PodcastsModule], controllers: [TranscriptsController] })
export class TranscriptsApiModule {}
