import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { PageQuery } from '@app/http';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PodcastPage } from './podcasts.dto.js';
import { PodcastListService } from './podcast-list.service.js';

@ApiTags('Podcasts')
@Controller('podcasts')
export class PodcastsController {
  constructor(private readonly podcasts: PodcastListService) {}

  @Get()
  @Requires(null)
  @ApiOperation({ summary: 'List the podcasts whose ownership is confirmed for the caller', description: 'In order of creation.' })
  @ApiOkResponse({ type: PodcastPage })
  listPodcasts(@CurrentCaller() { userId }: Caller, @Query() query: PageQuery): Promise<PodcastPage> {
    return this.podcasts.confirmedFor(userId, query);
  }
}
