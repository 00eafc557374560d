import { Requires } from '@app/auth';
import { ApiErrors } from '@app/http';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { LatestRefetchEnvelope, RefetchEnvelope, RefetchResponse } from './refetches.dto.js';
import { RefetchesService } from './refetches.service.js';

@ApiTags('RSS refetch')
@ApiParam({ name: 'podcast', format: 'uuid', description: 'Id of the podcast.' })
@Controller('podcasts/:podcast/rss-refetch')
export class RefetchesController {
  constructor(private readonly refetches: RefetchesService) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @Requires('update')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'Ask for a refetch of the podcast’s external feed',
    description: 'A worker does it; ask for the latest to see what came of it.',
  })
  @ApiAcceptedResponse({ type: RefetchEnvelope })
  @ApiErrors(403, 404, 409, 422)
  async requestRefetch(@ThePodcast() { id }: OwnedPodcast): Promise<RefetchEnvelope> {
    return { data: RefetchResponse.from(await this.refetches.request(id)) };
  }

  @Get()
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'Show the latest refetch of the podcast’s feed',
    description: 'Also one that nobody asked for; null before the first.',
  })
  @ApiOkResponse({ type: LatestRefetchEnvelope })
  @ApiErrors(403, 404, 422)
  async showRefetch(@ThePodcast() { id }: OwnedPodcast): Promise<LatestRefetchEnvelope> {
    const latest = await this.refetches.latest(id);
    return { data: latest && RefetchResponse.from(latest) };
  }
}
