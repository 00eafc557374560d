import { Public } from '@app/auth';
import { ApiPublicErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';

const NO_AUDIO = () => httpErrors.not_found('There is no such episode, or it has no audio to listen to.');

/** The route to the audio of an episode. Requests that {@link RedirectMiddleware} has answered do not get here. */
@ApiTags('Analytics')
@Controller('e')
export class EnclosureController {
  @Get(':episode')
  @Public()
  @ApiOperation({
    operationId: 'getEpisodeAudio',
    summary: 'Go to the audio of an episode',
    description: 'For the enclosure of a feed: no token, outside the rate limit. Counts a download; HEAD does not.',
  })
  @ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' })
  @ApiResponse({ status: 302, description: 'To the audio file.', headers: { Location: { schema: { type: 'string', format: 'uri' } } } })
  @ApiPublicErrors(NO_AUDIO())
  redirect(
    @Query() _any: object, // apps and analytics prefixes append parameters of their own
  ): never {
    throw NO_AUDIO();
  }
}
