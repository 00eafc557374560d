import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { ChaptersController } from './chapters.controller.js';
import { ChaptersModule } from './chapters.module.js';

@Module({ imports: [PodcastsModule, ChaptersModule], controllers: [ChaptersController] })
export class ChaptersApiModule {}
