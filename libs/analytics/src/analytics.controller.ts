import { Requires } from '@app/auth';
import { ApiErrors, isHeld } from '@app/http';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnalyticsPage, ExportAnalytics, ListAnalytics } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import { sendFile } from './send-file.js';

@ApiTags('Analytics')
@ApiParam({ name: 'podcast', format: 'uuid', description: 'Id of the podcast.' })
@Controller('podcasts/:podcast')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

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
    @ThePodcast() { id }: OwnedPodcast,
    @Query() query: ExportAnalytics,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.analytics.export(id, query, (etag) => isHeld(request, etag));
    response.setHeader('ETag', typeof file === 'string' ? file : file.etag).setHeader('Cache-Control', 'private, no-cache');
    if (typeof file === 'string') {
      response.status(HttpStatus.NOT_MODIFIED).end();
      return;
    }
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="analytics-${query.from}-${query.to}.csv"`);
    if (request.method !== 'HEAD') return sendFile(file, response);
    response.end();
    await file.close();
  }
}
