import { Requires } from '@app/auth';
import { ConditionalGet, originOf } from '@app/http';
import { OwnsEpisode, OwnsPodcast, TheEpisode, ThePodcast, type OwnedEpisode, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
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
  @ApiOkResponse({ type: EpisodePage })
  listEpisodes(@ThePodcast() { id }: OwnedPodcast, @Query() query: ListEpisodes, @Req() request: Request): Promise<EpisodePage> {
    return this.episodes.list(id, query, originOf(request));
  }

  @Get('episodes/:episode')
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({ summary: 'Show an episode and what it still lacks', description: 'Unpublished episodes, too.' })
  @ApiOkResponse({ type: EpisodeEnvelope, headers: { ETag: { schema: { type: 'string' } } } })
  @ConditionalGet()
  async showEpisode(@TheEpisode() { id }: OwnedEpisode, @Req() request: Request): Promise<EpisodeEnvelope> {
    return { data: await this.episodes.show(id, originOf(request)) };
  }
}
