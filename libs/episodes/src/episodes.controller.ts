import { createHash } from 'node:crypto';
import { Requires } from '@app/auth';
import { ApiErrors, isHeld } from '@app/http';
import { OwnsEpisode, OwnsPodcast, TheEpisode, ThePodcast, type OwnedEpisode, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EpisodeRecordsService } from './episode-records.service.js';
import { EpisodeEnvelope, EpisodePage, ListEpisodes } from './episodes.dto.js';

@ApiTags('Episodes')
@Controller()
export class EpisodesController {
  constructor(private readonly episodes: EpisodeRecordsService) {}

  @Get('podcasts/:podcast/episodes')
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'List the episodes of a podcast and what each still lacks',
    description: 'Unpublished episodes first, then the latest first.',
  })
  @ApiParam({ name: 'podcast', format: 'uuid', description: 'Id of the podcast.' })
  @ApiOkResponse({ type: EpisodePage })
  @ApiErrors(403, 404, 422)
  listEpisodes(@ThePodcast() { id }: OwnedPodcast, @Query() query: ListEpisodes, @Req() request: Request): Promise<EpisodePage> {
    return this.episodes.list(id, query, originOf(request));
  }

  @Get('episodes/:episode')
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({ summary: 'Show an episode and what it still lacks' })
  @ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' })
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: 'ETag of what the caller has.' })
  @ApiOkResponse({ type: EpisodeEnvelope, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Unchanged since the ETag in If-None-Match.' })
  @ApiErrors(403, 404, 422)
  async showEpisode(
    @TheEpisode() { id }: OwnedEpisode,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EpisodeEnvelope | undefined> {
    const data = await this.episodes.show(id, originOf(request));
    const etag = etagOf(data);
    response.setHeader('ETag', etag).setHeader('Cache-Control', 'private, no-cache');
    if (!isHeld(request, etag)) return { data };
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
}

/** Where the caller reached the API; behind a proxy, as TRUST_PROXY tells. HTTP/1.0 needs no Host. */
function originOf({ protocol, host, socket }: Request): string {
  return `${protocol}://${host || `${socket.localAddress}:${socket.localPort}`}`;
}

/** Strong: it is made of what the answer says. */
function etagOf(data: EpisodeEnvelope['data']): string {
  return `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`;
}
