import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ConditionalGet, Cursors, IsHeld, page, PageQuery, Produces, type Tagged, WantedType } from '@app/http';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import { Controller, Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiTranscript } from './api-transcript.js';
import { TranscriptFiles } from './transcript-files.js';
import { SUBRIP_TYPES } from './transcript-forms.js';
import { TranscriptVersionPage, TranscriptVersionResponse } from './transcripts.dto.js';
import { TranscriptsService } from './transcripts.service.js';

const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);

@ApiTags('Transcripts')
@Controller('episodes/:episode/transcript/versions')
export class TranscriptVersionsController {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly files: TranscriptFiles,
  ) {}

  @Get()
  @Requires('read')
  @OwnsEpisode()
  @ApiOperation({ summary: 'List the versions of a transcript', description: 'The last ten uploads of the episode, newest first.' })
  @ApiOkResponse({ type: TranscriptVersionPage })
  async listTranscriptVersions(@TheEpisode() { id }: OwnedEpisode, @Query() { first, after }: PageQuery): Promise<TranscriptVersionPage> {
    const cursors = new Cursors(`versions of ${id}`, isNumber);
    const below = cursors.read(after);
    const versions = await this.transcripts.versions(id, { most: first + 1, below: below === undefined ? undefined : Number(below) });
    return page(versions, first, { cursors, key: ({ number }) => String(number), item: TranscriptVersionResponse.from });
  }

  @Get(':number')
  @Requires('read')
  @OwnsEpisode()
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 }, description: 'Number of the version.' })
  @ApiOperation({
    summary: 'Read a version of a transcript',
    description: 'In the same forms as the transcript. To restore a version, upload it.',
  })
  @ApiTranscript('The version.')
  @ConditionalGet()
  @Produces('application/json', 'text/vtt', SUBRIP_TYPES)
  async showTranscriptVersion(
    @TheEpisode() { id }: OwnedEpisode,
    @Param('number') number: string,
    @CurrentCaller() { userId }: Caller,
    @WantedType() type: string,
    @Res({ passthrough: true }) response: Response,
    @IsHeld() isHeld: (etag: string) => boolean,
  ): Promise<Tagged<StreamableFile>> {
    const head = await this.transcripts.head(id, isNumber(number) ? Number(number) : 0);
    return this.files.answer(head, { type, isHeld, userId, response });
  }
}
