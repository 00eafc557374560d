import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, isHeld } from '@app/http';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, HttpStatus, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnalyticsPage, ExportAnalytics, ListAnalytics } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { ExportsService } from './exports.service.js';

@ApiTags('Analytics')
@ApiParam({ name: 'podcast', format: 'uuid', description: 'Id of the podcast.' })
@Controller('podcasts/:podcast')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly exports: ExportsService,
  ) {}

  @Get('analytics')
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({
    summary: 'List the downloads of a podcast',
    description: 'A row a day and episode with a download, by day and episode id.',
  })
  @ApiOkResponse({ type: AnalyticsPage })
  @ApiErrors(403, 404, 422)
  listAnalytics(@ThePodcast() { id }: OwnedPodcast, @Query() query: ListAnalytics): Promise<AnalyticsPage> {
    return this.analytics.list(id, query);
  }

  @Get('analytics.csv')
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({ summary: 'Export the downloads of a podcast', description: 'The same figures as a CSV file (RFC 4180).' })
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' }, description: 'ETag of what the caller has.' })
  @ApiResponse({
    status: 200,
    description: 'date, episode_id, episode_title, downloads, unique_listeners, is_final',
    headers: { ETag: { schema: { type: 'string' } }, 'Content-Disposition': { schema: { type: 'string' } } },
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 304, description: 'Unchanged since the ETag in If-None-Match.' })
  @ApiErrors(403, 404, 422)
  async exportAnalytics(
    @ThePodcast() { id: podcastId }: OwnedPodcast,
    @CurrentCaller() { userId }: Caller,
    @Query() query: ExportAnalytics,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const { etag, stream } = await this.exports.export({ userId, podcastId, query, has: (etag) => isHeld(request, etag) });
    response.setHeader('ETag', etag).setHeader('Cache-Control', 'private, no-cache');
    // The service logs why a file was cut off.
    if (stream) return new StreamableFile(stream, csvFile(`analytics-${query.from}-${query.to}.csv`)).setErrorLogger(() => undefined);
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
}

const csvFile = (name: string) => ({ type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}"` });
