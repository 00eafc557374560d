import { CatalogModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { TranscriptsController } from './transcripts.controller.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { TranscriptsService } from './transcripts.service.js';
import { UploadReader } from './upload/upload-reader.js';

/** Storing transcripts without routes: what the operator's CLI needs for fixtures. */
@Module({
  imports: [CatalogModule],
  providers: [TranscriptsQueries, TranscriptsService, UploadReader],
  exports: [TranscriptsService],
})
export class TranscriptStoreModule {}

@Module({ imports: [TranscriptStoreModule, CatalogModule], controllers: [TranscriptsController] })
export class TranscriptsModule {}
