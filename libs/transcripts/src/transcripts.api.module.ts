import { Module } from '@nestjs/common';
import { FileSlots } from './file-slots.js';
import { TranscriptsController } from './transcripts.controller.js';
import { TranscriptsModule } from './transcripts.module.js';

@Module({ imports: [TranscriptsModule], controllers: [TranscriptsController], providers: [FileSlots] })
export class TranscriptsApiModule {}
