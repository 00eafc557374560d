import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors } from '@app/http';
import { Closed } from '@app/jobs/routes';
import { OwnsNamedPodcast } from '@app/podcasts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { EventPage, EventsQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

@ApiTags('Events')
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Requires('read')
  @OwnsNamedPodcast()
  @ApiOperation({
    summary: 'Read your events',
    description: 'Oldest first, of the last 30 days. Give next_cursor as after to go on; with wait, as soon as there is a new event.',
  })
  @ApiOkResponse({ type: EventPage })
  @ApiErrors(404)
  listEvents(@CurrentCaller() { userId }: Caller, @Query() query: EventsQuery, @Closed() closed: AbortSignal): Promise<EventPage> {
    return this.events.list(query, { userId, seconds: query.wait ?? 0, closed });
  }
}
