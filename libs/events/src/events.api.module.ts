import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.js';
import { EventsQueries } from './events.queries.js';
import { EventsService } from './events.service.js';

@Module({ imports: [PodcastsModule], controllers: [EventsController], providers: [EventsService, EventsQueries] })
export class EventsApiModule {}
