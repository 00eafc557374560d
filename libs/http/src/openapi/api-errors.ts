import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { MAX_ERRORS, STATUS, type AppError } from '../errors/app-error.js';
import { answerTo } from '../errors/error.filter.js';

/** One entry of `errors`; further keys name places or facts. The codes become an enum in completeDocument. */
export class ErrorDetailResponse {
  @ApiProperty({ type: 'string', nullable: true, description: 'Path of the field, such as chapters[3].startTime, or null.' })
  readonly field!: string | null;

  @ApiProperty({ description: 'Stable and machine-readable; see docs/errors.md.' })
  readonly code!: string;

  @ApiProperty({ description: 'For people; its wording may change.' })
  readonly message!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    nullable: true,
    description: 'The line of the file, from 1; null for the whole file.',
  })
  readonly line?: number | null;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The column of the line, from 1.' }) readonly column?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, nullable: true, description: 'The subtitle, from 1; null outside of subtitles.' })
  readonly subtitle?: number | null;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The line that the fault repeats.' }) readonly first_line?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The subtitle that the fault repeats.' })
  readonly first_subtitle?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The revision that the stock has.' }) readonly current_revision?: number;
  @ApiPropertyOptional({ enum: ['read', 'update', 'delete'], description: 'The permission that the token lacks.' })
  readonly required?: string;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The most that is allowed.' }) readonly limit?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The days of the range.' }) readonly days?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Seconds to wait.' }) readonly seconds?: number;
  @ApiPropertyOptional({ description: 'The state of the stock, which refuses the request.' }) readonly status?: string;
  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Bytes of the uploads that no video stock uses.' })
  readonly unused_bytes?: number;
  @ApiPropertyOptional({ description: 'The permission that cannot be passed on.' }) readonly permission?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'The latest end of the token.' }) readonly expires_at?: string;
  @ApiPropertyOptional({ description: 'The ETag of the version that is there.' }) readonly current_etag?: string;
  @ApiPropertyOptional({ type: [String], description: 'The media types that the address has.' }) readonly accepted?: readonly string[];
  @ApiPropertyOptional({ type: [String], description: 'The names that are known here.' }) readonly allowed?: readonly string[];
  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'The edit that is wrong, from 0.' }) readonly index?: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'The bytes of the file.' }) readonly size?: number;
}

/** The body of every failure (contract 2.6). */
export class ErrorResponse {
  @ApiProperty({ description: 'For people; its wording may change.' })
  readonly message!: string;

  @ApiPropertyOptional({ type: [ErrorDetailResponse], maxItems: MAX_ERRORS })
  readonly errors?: readonly ErrorDetailResponse[];

  @ApiPropertyOptional({ description: `There were more than ${MAX_ERRORS} errors.` })
  readonly errors_truncated?: boolean;
}

/** The meaning of each status of a failure. */
export const DESCRIPTIONS: Readonly<Record<number, string>> = {
  401: 'Not authenticated.',
  403: 'The token lacks the permission, or the podcast is not the caller’s.',
  404: 'Not found.',
  409: 'The present state refuses the request.',
  416: 'The range begins after the end of the file.',
  422: 'The request itself, or a precondition on its content, is wrong.',
  429: 'Rate limit exceeded; Retry-After says how many seconds to wait.',
  500: 'A fault of the service.',
  503: 'The service is not available at the moment.',
};

/**
 * Declares failures of a route that are its own, or have an example of their own: a status, or an error as the route
 * answers it. Of several with one status, the last is declared. The usual ones need no declaration (`usualFailures`).
 */
export function ApiErrors(...failures: readonly (404 | 409 | AppError)[]): MethodDecorator {
  const statusOf = (one: number | AppError): number => (typeof one === 'number' ? one : STATUS[one.kind]);
  const declared = [...new Map(failures.map((one) => [statusOf(one), typeof one === 'number' ? undefined : one]))];
  return applyDecorators(...declared.map(([status, error]) => ApiResponse(failure(status, { error }))));
}

/** A failure in a document: its own description, or the usual one of its status. */
export function failure(status: number, { error, description = DESCRIPTIONS[status] ?? '' }: FailureOptions = {}): ApiResponseOptions {
  return { status, description, type: ErrorResponse, ...(error ? { example: answerTo(error).body } : {}) };
}

type FailureOptions = { readonly error?: AppError | undefined; readonly description?: string };
