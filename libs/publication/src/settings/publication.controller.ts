import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { originOf } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { PublicationEnvelope, SetPublication } from './publication.dto.js';
import { PublicationService } from './publication.service.js';

/** The beginning of public addresses, which the feed repeats for each file. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]{1,255}$/;

@ApiTags('Publication')
@Controller('podcasts/:podcast/publication')
export class PublicationController {
  constructor(private readonly publication: PublicationService) {}

  @Get()
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({ summary: 'Show what of a podcast is public', description: 'Nothing is, until the owner turns it on.' })
  @ApiOkResponse({ type: PublicationEnvelope })
  async showPublication(@ThePodcast() { id }: OwnedPodcast, @Req() request: Request): Promise<PublicationEnvelope> {
    return { data: await this.publication.show(id, originOf(request)) };
  }

  @Put()
  @Requires('update')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'Set what of a podcast is public',
    description: 'A field that is left out keeps its value. A change is seen at every public address within 60 s.',
  })
  @ApiOkResponse({ type: PublicationEnvelope })
  async setPublication(
    @ThePodcast() { id }: OwnedPodcast,
    @Body() settings: SetPublication,
    @CurrentCaller() { tokenId: actor }: Caller,
    @Req() request: Request,
  ): Promise<PublicationEnvelope> {
    const origin = originOf(request);
    if (!ORIGIN.test(origin)) throw httpErrors.invalid_request('The Host header must name a host with which public addresses can begin.');
    return { data: await this.publication.set(id, settings, { origin, actor }) };
  }
}
