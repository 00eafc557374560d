import { PodcastsModule } from '@app/podcasts/services';
import { Module } from '@nestjs/common';
import { refetchWakeUp } from './refetches/refetch.wake-up.js';
import { RefetchesController } from './refetches/refetches.controller.js';
import { RefetchesQueries } from './refetches/refetches.queries.js';
import { RefetchesService } from './refetches/refetches.service.js';

@Module({
  imports: [PodcastsModule, ...refetchWakeUp.imports],
  controllers: [RefetchesController],
  providers: [RefetchesQueries, RefetchesService, ...refetchWakeUp.providers],
})
export class FeedsApiModule {}
