import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { ChaptersService } from './chapters.service.js';

/** Stores and reads chapters, without routes. */
@Module({ imports: [PodcastsModule], providers: [ChaptersService], exports: [ChaptersService] })
export class ChaptersModule {}
