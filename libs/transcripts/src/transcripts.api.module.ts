import { Module } from '@nestjs/common';
import { TranscriptFiles } from './transcript-files.js';
import { TranscriptVersionsController } from './transcript-versions.controller.js';
import { TranscriptsController } from './transcripts.controller.js';
import { TranscriptsModule } from './transcripts.module.js';

@Module({
  imports: [TranscriptsModule],
  controllers: [TranscriptsController, TranscriptVersionsController],
  providers: [TranscriptFiles],
})
export class TranscriptsApiModule {}
