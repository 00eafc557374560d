import { Requires } from '@app/auth';
import { ApiErrors, ConditionalGet, ConditionalWrite, Tagged, TakesJsonMembers, ThePrecondition, type Precondition } from '@app/http';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import { Body, Controller, Delete, Get, HttpStatus, Put, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ChaptersDocument, ChaptersEnvelope, DeletedChaptersEnvelope, ReplacedChaptersEnvelope } from './chapters.dto.js';
import { ChaptersService, etagOf } from './chapters.service.js';
import { readDocument } from './read-document.js';

/** Most members of a document: far more than 500 chapters have, with keys of other namespaces (contract 2.10, 11.2). */
const MAX_DOCUMENT_MEMBERS = 20_000;

@ApiTags('Chapters')
@ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' })
@Controller('episodes/:episode/chapters')
export class ChaptersController {
  constructor(private readonly chapters: ChaptersService) {}

  @Put()
  @Requires('update')
  @OwnsEpisode()
  @TakesJsonMembers(MAX_DOCUMENT_MEMBERS)
  @ApiOperation({
    summary: 'Upload the chapters of an episode',
    description: 'A Podcast Namespace JSON chapters document. Replaces all chapters there were; the transcript stays.',
  })
  @ApiBody({ type: ChaptersDocument })
  @ApiCreatedResponse({ type: ReplacedChaptersEnvelope, description: 'The episode had no chapters.' })
  @ApiOkResponse({ type: ReplacedChaptersEnvelope, description: 'The chapters were replaced, or removed by an empty array.' })
  @ConditionalWrite({ creates: true })
  @ApiErrors(403, 404, 422)
  async uploadChapters(
    @TheEpisode() { id, durationSeconds }: OwnedEpisode,
    @ThePrecondition() precondition: Precondition,
    @Body() document: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplacedChaptersEnvelope> {
    const { created, chapterCount } = await this.chapters.replace(id, readDocument(document, durationSeconds), precondition);
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return { data: { episode_id: id, chapter_count: chapterCount } };
  }

  @Get()
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({ summary: 'Read the chapters of an episode', description: 'In order of their start. 404 when the episode has none.' })
  @ApiOkResponse({ type: ChaptersEnvelope, headers: { ETag: { schema: { type: 'string' } } } })
  @ConditionalGet()
  @ApiErrors(403, 404, 422)
  async showChapters(@TheEpisode() { id }: OwnedEpisode): Promise<Tagged<ChaptersEnvelope>> {
    const chapters = await this.chapters.of(id);
    return new Tagged(etagOf(chapters, 'json'), ChaptersEnvelope.from(id, chapters));
  }

  @Delete()
  @Requires('delete')
  @OwnsEpisode()
  @ApiOperation({ summary: 'Remove the chapters of an episode', description: 'All of them. 404 when the episode has none.' })
  @ApiOkResponse({ type: DeletedChaptersEnvelope })
  @ConditionalWrite()
  @ApiErrors(403, 404, 422)
  async deleteChapters(
    @TheEpisode() { id }: OwnedEpisode,
    @ThePrecondition() precondition: Precondition,
  ): Promise<DeletedChaptersEnvelope> {
    await this.chapters.remove(id, precondition);
    return { data: { deleted: true } };
  }
}
