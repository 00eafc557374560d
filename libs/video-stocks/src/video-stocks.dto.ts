import { Envelope, Page, PageQuery } from '@app/http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { FAILURES, type FailureCode } from './changes/failures.js';
import { VIDEO_STOCK_STATUSES, type VideoStockStatus } from './changes/states.js';
import type { VideoStock } from './video-stock.entity.js';

const FAILURE_CODES = Object.keys(FAILURES);

/** A line of text, or null for none. PostgreSQL cannot store U+0000. */
const Line = (most: number, example: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'string', nullable: true, minLength: 1, maxLength: most, example }),
    IsOptional(),
    IsString(),
    MinLength(1),
    MaxLength(most),
    Matches(/^[^\0]*$/, { message: '$property must not contain U+0000' }),
  );

const Revision = (): PropertyDecorator => applyDecorators(IsInt(), Min(1), Max(2_147_483_647));

const CLIENT_KEY = /^[A-Za-z0-9._:-]{1,128}$/;
const IsClientKey = (): PropertyDecorator => Matches(CLIENT_KEY, { message: 'client_key must be 1 to 128 of A-Z a-z 0-9 . _ : -' });

/** Identifies the episode of a stock. */
class MatchRule {
  @Line(2048, 'urn:tech-weekly:12') readonly guid?: string | null;
  @Line(1000, 'Queues') readonly title?: string | null;
}

const Match = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      nullable: true,
      allOf: [{ $ref: getSchemaPath(MatchRule) }],
      description: 'The episode whose guid is this, else the only one whose title is this, whatever its case and spaces.',
    }),
    IsOptional(),
    IsObject(), // rejects a list, whose entries would be validated instead
    ValidateNested(),
    Type(() => MatchRule),
  );

@ApiExtraModels(MatchRule)
export class CreateVideoStock {
  @ApiProperty({ format: 'uuid' }) @IsDefined() @IsString() readonly podcast_id!: string;

  @ApiProperty({
    example: 'tech-weekly-12',
    pattern: CLIENT_KEY.source,
    description: 'Yours, one a podcast: the same request again is the same stock.',
  })
  @IsDefined()
  @IsClientKey()
  readonly client_key!: string;

  @ApiProperty({ format: 'uuid', description: 'A complete upload of yours that no other stock uses.' })
  @IsDefined()
  @IsString()
  readonly upload_id!: string;

  @Line(1000, 'Queues') readonly title?: string | null;
  @Match() readonly match?: MatchRule | null;
}

@ApiExtraModels(MatchRule)
export class CorrectVideoStock {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The revision that is to be corrected.' })
  @IsDefined()
  @Revision()
  readonly expected_revision!: number;

  @Line(1000, 'Queues') readonly title?: string | null;
  @Match() readonly match?: MatchRule | null;

  @ApiPropertyOptional({ format: 'uuid', description: 'Another upload, for a stock that has failed.' })
  @ValidateIf(({ upload_id }: CorrectVideoStock) => upload_id !== undefined)
  @IsString()
  readonly upload_id?: string;
}

export class CancelVideoStock {
  @ApiPropertyOptional({ type: 'integer', minimum: 1 }) @IsOptional() @Revision() readonly expected_revision?: number;
}

export class LinkVideoStock {
  @ApiProperty({ format: 'uuid', description: 'An episode of the stock’s podcast that has no video.' })
  @IsDefined()
  @IsString()
  readonly episode_id!: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1 }) @IsOptional() @Revision() readonly expected_revision?: number;
}

export class UnlinkVideoStock {
  @ApiPropertyOptional({ type: 'integer', minimum: 1 }) @IsOptional() @Revision() readonly expected_revision?: number;
}

export class VideoStocksQuery extends PageQuery {
  @ApiPropertyOptional({ format: 'uuid', description: 'The stocks of this podcast.' })
  @IsOptional()
  @IsString()
  readonly podcast_id?: string;
  @ApiPropertyOptional({ enum: VIDEO_STOCK_STATUSES, description: 'The stocks in this state.' })
  @IsOptional()
  @IsIn(VIDEO_STOCK_STATUSES)
  readonly status?: VideoStockStatus;
  @ApiPropertyOptional({ pattern: CLIENT_KEY.source, description: 'The stocks that you registered with this key.' })
  @IsOptional()
  @IsClientKey()
  readonly client_key?: string;
}

class MatchResponse {
  @ApiPropertyOptional({ example: 'urn:tech-weekly:12' }) readonly guid?: string;
  @ApiPropertyOptional({ example: 'Queues' }) readonly title?: string;
}

class FailureResponse {
  @ApiProperty({ enum: FAILURE_CODES }) readonly code!: FailureCode;
  @ApiProperty({ example: 'The file has no video track.' }) readonly message!: string;
}

// OpenAPI 3.0 has no null of its own, and `nullable` beside a reference still wants an object.
const nothing = { type: 'object', nullable: true, enum: [null] };

/** A video stock (contract 9). */
@ApiExtraModels(MatchResponse, FailureResponse)
export class VideoStockResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ format: 'uuid' }) readonly podcast_id!: string;
  @ApiProperty({ example: 'tech-weekly-12' }) readonly client_key!: string;
  @ApiProperty({ enum: VIDEO_STOCK_STATUSES }) readonly status!: VideoStockStatus;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Grows by 1 with every visible change.' }) readonly revision!: number;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true }) readonly upload_id!: string | null;
  @ApiProperty({ example: 'Queues', type: 'string', nullable: true }) readonly title!: string | null;
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(MatchResponse) }, nothing] }) readonly match!: MatchResponse | null;
  @ApiProperty({ example: 1800, type: 'integer', minimum: 1, nullable: true }) readonly duration_seconds!: number | null;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true }) readonly matched_episode_id!: string | null;
  @ApiProperty({ oneOf: [{ type: 'string', enum: ['match', 'link'] }, nothing] }) readonly matched_by!: 'match' | 'link' | null;
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(FailureResponse) }, nothing] }) readonly failure!: FailureResponse | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;
  @ApiProperty({ format: 'date-time' }) readonly updated_at!: string;

  static from(this: void, stock: VideoStock): VideoStockResponse {
    const { matchGuid, matchTitle, failureCode } = stock;
    const match = { ...(matchGuid === null ? {} : { guid: matchGuid }), ...(matchTitle === null ? {} : { title: matchTitle }) };
    return {
      id: stock.id,
      podcast_id: stock.podcastId,
      client_key: stock.clientKey,
      status: stock.status,
      revision: stock.revision,
      upload_id: stock.uploadId,
      title: stock.title,
      match: Object.keys(match).length > 0 ? match : null,
      duration_seconds: stock.durationSeconds,
      matched_episode_id: stock.matchedEpisodeId,
      matched_by: stock.matchedBy,
      failure: failureCode && { code: failureCode, message: FAILURES[failureCode] },
      created_at: stock.createdAt.toISOString(),
      updated_at: stock.updatedAt.toISOString(),
    };
  }
}

export class VideoStockEnvelope extends Envelope(VideoStockResponse) {}
export class VideoStockPage extends Page(VideoStockResponse) {}
