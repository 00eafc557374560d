import { Public } from '@app/auth';
import { isId } from '@app/database';
import { ApiPublicErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicFiles } from '../files/public-files.js';
import { PulseQueries } from '../files/pulse.queries.js';
import { Receivers } from '../files/receivers.js';
import { sendFile } from '../files/send-file.js';
import { FeedMaker } from './feed-maker.js';
import type { FeedState } from './published-feeds.queries.js';

const nothing = () => httpErrors.not_found('There is no public feed at this address.');

@ApiTags('Publication')
@Controller('f')
export class PublicFeedsController {
  private readonly files: PublicFiles<FeedState>;

  constructor(
    maker: FeedMaker,
    private readonly receivers: Receivers,
    pulse: PulseQueries,
  ) {
    this.files = new PublicFiles(maker, pulse.ask);
  }

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
  @ApiPublicErrors(nothing())
  async feed(
    @Param('podcast') podcast: string,
    @Query() _any: object, // apps append parameters of their own
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = isId(podcast) ? await this.files.find(podcast.toLowerCase(), request.ip ?? '') : undefined;
    if (!file) throw nothing();
    await sendFile(request, response, file, this.receivers);
  }
}
