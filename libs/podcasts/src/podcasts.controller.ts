import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { Cursors, page, PageQuery } from '@app/http';
import { isId } from '@app/database';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PodcastPage, PodcastResponse } from './podcasts.dto.js';
import { PodcastsQueries } from './podcasts.queries.js';

@ApiTags('Podcasts')
@Controller('podcasts')
export class PodcastsController {
  constructor(private readonly podcasts: PodcastsQueries) {}

  @Get()
  @Requires(null)
  @ApiOperation({ summary: 'List the podcasts whose ownership is confirmed for the caller', description: 'In order of creation.' })
  @ApiOkResponse({ type: PodcastPage })
  async listPodcasts(@CurrentCaller() { userId }: Caller, @Query() { first, after }: PageQuery): Promise<PodcastPage> {
    const cursors = new Cursors(`podcasts of ${userId}`, isId);
    const rows = await this.podcasts.confirmedFor(userId, first, cursors.read(after));
    return page(rows, first, { cursors, key: ({ id }) => id, item: PodcastResponse.from });
  }
}
