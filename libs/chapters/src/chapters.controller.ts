import { Requires } from '@app/auth';
import {
  ApiErrors,
  ConditionalGet,
  ConditionalWrite,
  DeletedEnvelope,
  type Precondition,
  Produces,
  Tagged,
  TakesJsonMembers,
  TakesText,
  TextBody,
  ThePrecondition,
  WantedType,
} from '@app/http';
import { AppError } from '@app/http/errors';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import { Body, Controller, Delete, Get, HttpStatus, Put, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiExtraModels,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { ChaptersDocument, ChaptersEnvelope, ReplacedChaptersEnvelope } from './chapters.dto.js';
import { chaptersErrors } from './chapters.errors.js';
import { ChaptersService, etagOf } from './chapters.service.js';
import { readDocument, readTextDocument, type ReadChapter } from './read-document.js';
import { TEXT_EXAMPLES, type TextType } from './read-text.js';
import { toPodlove, toText } from './write-text.js';

/** An upload whose fourth chapter starts before the third, at 30 s. */
const DEFECTS = new AppError('invalid', 'The chapters have defects; nothing was stored.', {
  errors: [chaptersErrors.not_ascending.detail(chaptersErrors.not_ascending.definition.message({ seconds: 30 }), 'chapters[3].startTime')],
});

/** Most members of a document: far more than 500 chapters have, with keys of other namespaces (contract 2.10, 11.2). */
const MAX_DOCUMENT_MEMBERS = 20_000;

const TEXT_FORMS = ['text/plain', 'application/xml'] as const;

@ApiTags('Chapters')
@Controller('episodes/:episode/chapters')
export class ChaptersController {
  constructor(private readonly chapters: ChaptersService) {}

  @Put()
  @Requires('update')
  @OwnsEpisode()
  @TakesJsonMembers(MAX_DOCUMENT_MEMBERS, ['application/json+chapters'])
  @TakesText(TEXT_EXAMPLES)
  @ApiOperation({
    summary: 'Upload the chapters of an episode',
    description:
      'A Podcast Namespace JSON chapters document, also as application/json+chapters. Replaces all chapters there were; the transcript ' +
      'stays. Also text/plain (lines of a time and a title), application/xml (Podlove Simple Chapters), application/x-ffmetadata and text/vtt, by Content-Type.',
  })
  @ApiBody({ type: ChaptersDocument })
  @ApiCreatedResponse({ type: ReplacedChaptersEnvelope, description: 'The episode had no chapters.' })
  @ApiOkResponse({ type: ReplacedChaptersEnvelope, description: 'The chapters were replaced, or removed by an empty array.' })
  @ConditionalWrite({ creates: true })
  @ApiErrors(DEFECTS)
  async uploadChapters(
    @TheEpisode() { id, durationSeconds }: OwnedEpisode,
    @ThePrecondition() precondition: Precondition,
    @Body() body: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReplacedChaptersEnvelope> {
    const { created, chapterCount } = await this.chapters.replace(id, chaptersIn(body, durationSeconds), precondition);
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return { data: { episode_id: id, chapter_count: chapterCount } };
  }

  @Get()
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({
    summary: 'Read the chapters of an episode',
    description: 'In order of their start, as JSON, text/plain or application/xml (Podlove). 404 when the episode has none.',
  })
  @ApiExtraModels(ChaptersEnvelope)
  @ApiResponse({
    status: 200,
    description: 'The chapters.',
    headers: { ETag: { schema: { type: 'string' } } },
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ChaptersEnvelope) } },
      'text/plain': { schema: { type: 'string' }, example: '00:00:00.000 Intro\n' },
      'application/xml': {
        schema: { type: 'string' },
        example: TEXT_EXAMPLES['application/xml'],
      },
    },
  })
  @Produces('application/json', ...TEXT_FORMS)
  @ConditionalGet()
  async showChapters(
    @TheEpisode() { id }: OwnedEpisode,
    @WantedType() type: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Tagged<ChaptersEnvelope | string>> {
    const chapters = await this.chapters.of(id);
    if (type === 'application/json') return new Tagged(etagOf(chapters, 'json'), ChaptersEnvelope.from(id, chapters));
    response.type(`${type}; charset=utf-8`);
    if (type === 'text/plain') return new Tagged(etagOf(chapters, 'txt'), toText(chapters));
    return new Tagged(etagOf(chapters, 'xml'), toPodlove(chapters));
  }

  @Delete()
  @Requires('delete')
  @OwnsEpisode()
  @ApiOperation({ summary: 'Remove the chapters of an episode', description: 'All of them. 404 when the episode has none.' })
  @ApiOkResponse({ type: DeletedEnvelope })
  @ConditionalWrite()
  async deleteChapters(@TheEpisode() { id }: OwnedEpisode, @ThePrecondition() precondition: Precondition): Promise<DeletedEnvelope> {
    await this.chapters.remove(id, precondition);
    return { data: { deleted: true } };
  }
}

function chaptersIn(body: object, durationSeconds: number | null): readonly ReadChapter[] {
  return body instanceof TextBody
    ? readTextDocument(body.type as TextType, body.text, durationSeconds)
    : readDocument(body, durationSeconds);
}
