import { Public } from '@app/auth';
import { ApiPublicErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';

const NO_FEED = () => httpErrors.not_found('There is no public feed at this address.');

/** The address of a public feed. Requests that {@link PublicFeedMiddleware} has answered do not get here. */
@ApiTags('Publication')
@Controller('f')
export class PublicFeedsController {
  @Get(':podcast')
  @Public()
  @ApiOperation({
    operationId: 'getPublicFeed',
    summary: 'Read the public feed of a podcast',
    description:
      'The feed as it was last fetched, with transcripts, chapters and videos added. No token, outside the rate limit; ETag, gzip and brotli.',
  })
  @ApiParam({ name: 'podcast', format: 'uuid', description: 'Id of the podcast.' })
  @ApiResponse({
    status: 200,
    description: 'The feed.',
    content: {
      'application/rss+xml': {
        schema: { type: 'string' },
        example: '<rss version="2.0"><channel><title>Tech Weekly</title></channel></rss>',
      },
    },
  })
  @ApiResponse({
    status: 304,
    description: 'Unchanged since the ETag in If-None-Match.',
    headers: { ETag: { schema: { type: 'string' } } },
  })
  @ApiPublicErrors(NO_FEED())
  feed(
    @Query() _any: object, // apps append parameters of their own
  ): never {
    throw NO_FEED();
  }
}
