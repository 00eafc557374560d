import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, ConditionalWrite, type Precondition, TakesJsonMembers, ThePrecondition } from '@app/http';
import { OwnsEpisode, TheEpisode, type OwnedEpisode } from '@app/podcasts';
import { EDIT_LIMITS } from '@app/subtitles';
import { Body, Controller, HttpCode, HttpStatus, Post, Query } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RetimedEnvelope, RetimeEpisode, RetimeQuery } from './retime.dto.js';
import { retimeErrors } from './retime.errors.js';
import { RetimeService } from './retime.service.js';

/** Members of a body: three for each edit and room to name the first edit that is too many (contract 2.10, 5.8). */
const MAX_MEMBERS = 4 * EDIT_LIMITS.count;

@ApiTags('Episodes')
@Controller('episodes/:episode/retime')
export class RetimeController {
  constructor(private readonly service: RetimeService) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  @Requires('update')
  @OwnsEpisode()
  @TakesJsonMembers(MAX_MEMBERS)
  @ApiOperation({
    summary: 'Move transcript and chapters as the audio was edited',
    description:
      'Both together. What lies in a cut goes, what crosses its edge is shortened, what begins at or after an edit moves. The result is a ' +
      'version of the transcript. If-Match means the transcript, or the chapters where there is none; with it a repetition is refused.',
  })
  @ApiOkResponse({ type: RetimedEnvelope })
  @ConditionalWrite()
  @ApiExtension('x-destructive', true) // for agents: cuts remove subtitles and chapters
  @ApiErrors(retimeErrors.invalid_edit({ index: 1 }, { field: 'edits[1]' }))
  async retimeEpisode(
    @TheEpisode() { id }: OwnedEpisode,
    @CurrentCaller() { userId, tokenId }: Caller,
    @ThePrecondition() precondition: Precondition,
    @Query() { dry_run }: RetimeQuery,
    @Body() { edits }: RetimeEpisode,
  ): Promise<RetimedEnvelope> {
    const retimed = await this.service.retime({ episodeId: id, edits, userId, tokenId, precondition, dryRun: dry_run });
    return RetimedEnvelope.from(id, retimed);
  }
}
