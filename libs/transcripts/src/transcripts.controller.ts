import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, ConditionalGet, IsHeld, JsonBytes, Produces, TakesJsonBytes, Tagged, WantedType } from '@app/http';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import { Controller, Get, HttpStatus, Put, Query, Res, StreamableFile } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { FileSlots } from './file-slots.js';
import { SUBRIP_TYPES, type RenderedType } from './rendering.js';
import { TranscriptEnvelope, TranscriptUploadEnvelope, UploadTranscript, UploadTranscriptQuery } from './transcripts.dto.js';
import { TranscriptsService } from './transcripts.service.js';

/** Largest body in bytes: JSON escapes can double or triple 10 MB of text (contract 5.2). */
const BODY_LIMIT = 32 * 1024 * 1024;

@ApiTags('Transcripts')
@ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' })
@ApiExtraModels(TranscriptEnvelope)
@Controller('episodes/:episode/transcript')
export class TranscriptsController {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly files: FileSlots,
  ) {}

  @Put()
  @Requires('update')
  @OwnsEpisode()
  @TakesJsonBytes(BODY_LIMIT)
  @ApiOperation({
    summary: 'Upload the transcript of an episode',
    description: 'Replaces the whole transcript there was. Chapters stay; word-level timings are deleted.',
  })
  @ApiBody({ type: UploadTranscript })
  @ApiCreatedResponse({ type: TranscriptUploadEnvelope, description: 'The episode had no transcript.' })
  @ApiOkResponse({ type: TranscriptUploadEnvelope, description: 'The transcript was replaced, or would be accepted (dry run).' })
  @ApiErrors(403, 404, 422)
  async uploadTranscript(
    @TheEpisode() { id }: OwnedEpisode,
    @CurrentCaller() { userId }: Caller,
    @Query() { dry_run }: UploadTranscriptQuery,
    @JsonBytes() body: Uint8Array<ArrayBuffer>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranscriptUploadEnvelope> {
    const { created, segmentCount } = await this.transcripts.upload(body, { episodeId: id, userId, dryRun: dry_run });
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return { data: { episode_id: id, segment_count: segmentCount } };
  }

  @Get()
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({
    summary: 'Read the transcript of an episode',
    description: 'As JSON, or as a file: Accept text/vtt or application/x-subrip.',
  })
  @ApiResponse({
    status: 200,
    description: 'The transcript.',
    headers: { ETag: { schema: { type: 'string' } } },
    content: {
      'application/json': { schema: { $ref: getSchemaPath(TranscriptEnvelope) } },
      'text/vtt': { schema: { type: 'string' } },
      'application/x-subrip': { schema: { type: 'string' } },
    },
  })
  @ConditionalGet()
  @Produces('application/json', 'text/vtt', SUBRIP_TYPES)
  @ApiErrors(403, 404, 422)
  async showTranscript(
    @TheEpisode() { id }: OwnedEpisode,
    @CurrentCaller() { userId }: Caller,
    @WantedType() type: RenderedType,
    @Res({ passthrough: true }) response: Response,
    @IsHeld() isHeld: (etag: string) => boolean,
  ): Promise<Tagged<StreamableFile>> {
    const file = await this.files.build(userId, response, () => this.transcripts.render(id, type, isHeld));
    if (file.chunks === null) return new Tagged<StreamableFile>(file.etag, undefined);
    return new Tagged(file.etag, new StreamableFile(Readable.from(file.chunks), { type: file.contentType, length: file.byteLength }));
  }
}
