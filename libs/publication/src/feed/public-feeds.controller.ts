import { Public } from '@app/auth';
import { isId } from '@app/database';
import { ApiErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { ApiNotModified } from '@app/http/server';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicTexts } from '../files/public-texts.js';

const NO_FEED = () => httpErrors.not_found('There is no public feed at this address.');

@ApiTags('Publication')
@Controller('f')
export class PublicFeedsController {
  constructor(private readonly texts: PublicTexts) {}

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
  @ApiNotModified()
  @ApiErrors(NO_FEED())
  async feed(
    @Query() _any: object, // apps append parameters of their own
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const podcast = String(request.params['podcast']);
    const address = request.ip ?? '';
    const file = isId(podcast) ? await this.texts.feeds.find(podcast.toLowerCase(), address) : undefined;
    if (!file) throw NO_FEED();
    this.texts.send(request, response, file, () => address);
  }
}
