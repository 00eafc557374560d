import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors } from '@app/http';
import { Waits } from '@app/jobs';
import { Closed, WaitQuery } from '@app/jobs/routes';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { feedErrors } from '../feeds.errors.js';
import { LatestRefetchEnvelope, RefetchEnvelope, RefetchResponse } from './refetches.dto.js';
import { RefetchesService } from './refetches.service.js';

@ApiTags('RSS refetch')
@Controller('podcasts/:podcast/rss-refetch')
export class RefetchesController {
  constructor(
    private readonly refetches: RefetchesService,
    private readonly waiting: Waits,
  ) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Requires('update')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'Ask for a refetch of the podcast’s external feed',
    description: 'A worker does it; ask for the latest to see what came of it.',
  })
  @ApiAcceptedResponse({ type: RefetchEnvelope })
  @ApiErrors(feedErrors.refetch_in_progress(), feedErrors.no_external_feed(), feedErrors.refetch_too_soon({ seconds: 240 }))
  async requestRefetch(@ThePodcast() { id }: OwnedPodcast): Promise<RefetchEnvelope> {
    return { data: RefetchResponse.from(await this.refetches.request(id)) };
  }

  @Get()
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'Show the latest refetch of the podcast’s feed',
    description: 'Also one that nobody asked for; null before the first. With wait, as soon as it has finished.',
  })
  @ApiOkResponse({ type: LatestRefetchEnvelope })
  async showRefetch(
    @ThePodcast() { id }: OwnedPodcast,
    @CurrentCaller() { userId }: Caller,
    @Query() { wait: seconds = 0 }: WaitQuery,
    @Closed() closed: AbortSignal,
  ): Promise<LatestRefetchEnvelope> {
    const latest = await this.waiting.until(() => this.refetches.latest(id), {
      key: id,
      request: { userId, seconds, closed },
      isDone: (refetch) => refetch?.finishedAt !== null,
    });
    return { data: latest && RefetchResponse.from(latest) };
  }
}
