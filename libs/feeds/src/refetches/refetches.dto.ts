import { Envelope } from '@app/http';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { BROKEN_TRANSFERS, FEED_FAILURES, type FeedFailure } from '../feed-error.js';
import { FEED_WARNINGS, MAX_WARNINGS, type FeedWarningCode } from '../reading/feed-warnings.js';
import { REFETCH_STATUSES, type Refetch, type RefetchStatus } from './refetch.entity.js';

const Time = () => ApiProperty({ type: 'string', format: 'date-time', nullable: true });
const Count = () => ApiProperty({ type: 'integer', minimum: 0 });

// OpenAPI 3.0 has no null of its own, and `nullable` beside a reference still wants an object.
const nothing = { type: 'object', nullable: true, enum: [null] };

class RefetchFailureResponse {
  @ApiProperty({ enum: Object.keys(FEED_FAILURES) }) readonly code!: FeedFailure;
  @ApiProperty({ example: 'The file has no video track.' }) readonly message!: string;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Where in the document; of `invalid_xml` and `dtd_not_allowed`.' })
  readonly line?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1 }) readonly column?: number;

  static from({ failureCode, failureDetail, failureLine, failureColumn }: Refetch): RefetchFailureResponse | null {
    if (failureCode === null) return null;
    const place = failureLine === null || failureColumn === null ? {} : { line: failureLine, column: failureColumn };
    const broken = failureCode === 'fetch_failed' && failureDetail !== null ? BROKEN_TRANSFERS[failureDetail] : undefined;
    return { code: failureCode, message: broken ?? FEED_FAILURES[failureCode], ...place };
  }
}

/** An error in the feed that did not keep it from being read. */
class RefetchWarningResponse {
  @ApiProperty({ enum: Object.keys(FEED_WARNINGS) }) readonly code!: FeedWarningCode;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'In the feed.' }) readonly line!: number;
}

/** A refetch of a podcast's feed (contract 10.1). */
@ApiExtraModels(RefetchFailureResponse)
export class RefetchResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ enum: REFETCH_STATUSES }) readonly status!: RefetchStatus;
  @ApiProperty({ format: 'date-time' }) readonly requested_at!: string;
  @Time() readonly started_at!: string | null;
  @Time() readonly finished_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the last answer of the feed’s server.' })
  readonly http_status!: number | null;
  @Count() readonly episodes_created!: number;
  @Count() readonly episodes_updated!: number;
  @Count() readonly stocks_matched!: number;
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(RefetchFailureResponse) }, nothing] }) readonly failure!: RefetchFailureResponse | null;
  @ApiProperty({ type: [RefetchWarningResponse], maxItems: MAX_WARNINGS }) readonly warnings!: readonly RefetchWarningResponse[];

  static from(refetch: Refetch): RefetchResponse {
    return {
      id: refetch.id,
      status: refetch.status,
      requested_at: refetch.requestedAt.toISOString(),
      started_at: refetch.startedAt?.toISOString() ?? null,
      finished_at: refetch.finishedAt?.toISOString() ?? null,
      http_status: refetch.httpStatus,
      episodes_created: refetch.episodesCreated,
      episodes_updated: refetch.episodesUpdated,
      stocks_matched: refetch.stocksMatched,
      failure: RefetchFailureResponse.from(refetch),
      warnings: refetch.warnings,
    };
  }
}

export class RefetchEnvelope extends Envelope(RefetchResponse) {}

@ApiExtraModels(RefetchResponse)
export class LatestRefetchEnvelope {
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(RefetchResponse) }, nothing] }) readonly data!: RefetchResponse | null;
}
