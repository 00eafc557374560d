import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { FEED_FAILURES, type FeedFailure } from './feed-error.js';
import { REFETCH_STATUSES, type Refetch, type RefetchStatus } from './refetch.entity.js';

const Time = () => ApiProperty({ type: 'string', format: 'date-time', nullable: true });
const Count = () => ApiProperty({ type: 'integer', minimum: 0 });

// OpenAPI 3.0 has no null of its own, and `nullable` beside a reference still wants an object.
const nothing = { type: 'object', nullable: true, enum: [null] };

export class RefetchFailureResponse {
  @ApiProperty({ enum: Object.keys(FEED_FAILURES) }) readonly code!: FeedFailure;
  @ApiProperty() readonly message!: string;
}

/** A refetch of a podcast's feed (decisions 10). */
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

  static from(refetch: Refetch): RefetchResponse {
    const { failureCode } = refetch;
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
      failure: failureCode && { code: failureCode, message: FEED_FAILURES[failureCode] },
    };
  }
}

export class RefetchEnvelope {
  @ApiProperty() readonly data!: RefetchResponse;
}

@ApiExtraModels(RefetchResponse)
export class LatestRefetchEnvelope {
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(RefetchResponse) }, nothing] }) readonly data!: RefetchResponse | null;
}
