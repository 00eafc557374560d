import { CurrentCaller, Requires, type Caller } from '@app/auth';
import {
  ApiErrors,
  ConditionalGet,
  ConditionalWrite,
  DeletedEnvelope,
  IsHeld,
  JsonBytes,
  type Precondition,
  Produces,
  Tagged,
  TakesJsonBytes,
  ThePrecondition,
  WantedType,
} from '@app/http';
import { AppError } from '@app/http/errors';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import type { GatheredBytes } from '@app/process/gathered-bytes';
import { judge } from '@app/subtitles';
import { Controller, Delete, Get, HttpStatus, Put, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiTranscript } from './api-transcript.js';
import { SUBRIP_TYPES } from './transcript-forms.js';
import { TranscriptFiles } from './transcript-files.js';
import { TranscriptUploadEnvelope, UploadTranscript, UploadTranscriptQuery } from './transcripts.dto.js';
import { detailOf } from './read-upload.js';
import { TranscriptsService } from './transcripts.service.js';

/** An upload whose second subtitle is reversed. */
const REVERSED = '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:04,000\nthere\n';
const DEFECTS = new AppError('invalid', 'The transcript has defects; nothing was stored.', {
  errors: judge(REVERSED).defects.map(detailOf),
});

/** Largest body in bytes: JSON escapes can double or triple 10 MB of text (contract 5.2). */
const BODY_LIMIT = 32 * 1024 * 1024;

@ApiTags('Transcripts')
@Controller('episodes/:episode/transcript')
export class TranscriptsController {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly files: TranscriptFiles,
  ) {}

  @Put()
  @Requires('update')
  @OwnsEpisode()
  @TakesJsonBytes(BODY_LIMIT)
  @ApiOperation({
    summary: 'Upload the transcript of an episode',
    description: 'Replaces the whole transcript there was, which stays as a version. Chapters stay; word-level timings are deleted.',
  })
  @ApiBody({ type: UploadTranscript })
  @ApiCreatedResponse({ type: TranscriptUploadEnvelope, description: 'The episode had no transcript.' })
  @ApiOkResponse({ type: TranscriptUploadEnvelope, description: 'The transcript was replaced, or would be accepted (dry run).' })
  @ConditionalWrite({ creates: true })
  @ApiErrors(DEFECTS)
  async uploadTranscript(
    @TheEpisode() { id }: OwnedEpisode,
    @CurrentCaller() { userId, tokenId }: Caller,
    @ThePrecondition() precondition: Precondition,
    @Query() { dry_run }: UploadTranscriptQuery,
    @JsonBytes() body: GatheredBytes,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranscriptUploadEnvelope> {
    const destination = { episodeId: id, userId, tokenId, precondition, dryRun: dry_run };
    const { created, segmentCount } = await this.transcripts.upload(body, destination);
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
  @ApiTranscript('The transcript.')
  @ConditionalGet()
  @Produces('application/json', 'text/vtt', SUBRIP_TYPES)
  async showTranscript(
    @TheEpisode() { id }: OwnedEpisode,
    @CurrentCaller() { userId }: Caller,
    @WantedType() type: string,
    @Res({ passthrough: true }) response: Response,
    @IsHeld() isHeld: (etag: string) => boolean,
  ): Promise<Tagged<StreamableFile>> {
    return this.files.answer(await this.transcripts.head(id), { type, isHeld, userId, response });
  }

  @Delete()
  @Requires('delete')
  @OwnsEpisode()
  @ApiOperation({
    summary: 'Remove the transcript of an episode',
    description: 'Chapters and earlier versions stay. 404 when the episode has none.',
  })
  @ApiOkResponse({ type: DeletedEnvelope })
  @ConditionalWrite()
  async deleteTranscript(@TheEpisode() { id }: OwnedEpisode, @ThePrecondition() precondition: Precondition): Promise<DeletedEnvelope> {
    await this.transcripts.remove(id, precondition);
    return { data: { deleted: true } };
  }
}
