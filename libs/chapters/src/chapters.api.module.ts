import { PodcastsModule } from '@app/podcasts';
import { Module } from '@nestjs/common';
import { ChaptersController } from './chapters.controller.js';
import { ChaptersService } from './chapters.service.js';

@Module({ imports: [PodcastsModule], controllers: [ChaptersController], providers: [ChaptersService] })
export class ChaptersApiModule {}
