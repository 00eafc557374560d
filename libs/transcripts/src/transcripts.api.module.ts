import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { TranscriptsController } from './transcripts.controller.js';
import { TranscriptsModule } from './transcripts.module.js';

@Module({ imports: [TranscriptsModule, PodcastsModule], controllers: [TranscriptsController] })
export class TranscriptsApiModule {}
