import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, ConditionalGet, IsHeld, Produces, Tagged } from '@app/http';
import { AppError } from '@app/http/errors';
import { OwnsPodcast, ThePodcast, type OwnedPodcast } from '@app/podcasts';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AnalyticsPage, ExportAnalytics, ListAnalytics } from './analytics.dto.js';
import { analyticsErrors } from './analytics.errors.js';
import { AnalyticsService } from './analytics.service.js';
import { ExportsService } from './exports/exports.service.js';

const CSV =
  'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n' +
  '2026-11-20,01a1fc5d-f819-7359-a50c-2c514f9a6d9d,Queues,128,97,true\r\n';
const UNKNOWN_TIMEZONE = new AppError('invalid', 'The query is not valid.', {
  errors: [analyticsErrors.unknown_timezone.detail('timezone must be the name of an IANA time zone', 'timezone')],
});

@ApiTags('Analytics')
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
  @ApiErrors(analyticsErrors.from_after_to({}, { field: 'from' }))
  listAnalytics(@ThePodcast() { id }: OwnedPodcast, @Query() query: ListAnalytics): Promise<AnalyticsPage> {
    return this.analytics.list(id, query);
  }

  @Get('analytics.csv')
  @Requires('read')
  @OwnsPodcast()
  @ApiOperation({ summary: 'Export the downloads of a podcast', description: 'The same figures as a CSV file (RFC 4180).' })
  @ApiResponse({
    status: 200,
    description: 'date, episode_id, episode_title, downloads, unique_listeners, is_final',
    headers: { ETag: { schema: { type: 'string' } }, 'Content-Disposition': { schema: { type: 'string' } } },
    content: { 'text/csv': { schema: { type: 'string' }, example: CSV } },
  })
  @Produces('text/csv')
  @ConditionalGet()
  @ApiErrors(UNKNOWN_TIMEZONE)
  async exportAnalytics(
    @ThePodcast() { id: podcastId }: OwnedPodcast,
    @CurrentCaller() { userId }: Caller,
    @Query() query: ExportAnalytics,
    @IsHeld() has: (etag: string) => boolean,
  ): Promise<Tagged<StreamableFile>> {
    const { etag, stream } = await this.exports.export({ userId, podcastId, query, has });
    // The service logs why a file was cut off.
    const file = stream && new StreamableFile(stream, csvFile(`analytics-${query.from}-${query.to}.csv`)).setErrorLogger(() => undefined);
    return new Tagged(etag, file ?? undefined);
  }
}

const csvFile = (name: string) => ({ type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}"` });
