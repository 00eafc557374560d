import { Envelope, Page } from '@app/http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsDefined, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { PERMISSIONS, type ApiToken, type Permission } from './api-token.entity.js';

const MAX_DAYS = 3650;
const MAX_OVERLAP_SECONDS = 604_800;

export class CreateToken {
  @ApiProperty({ minLength: 1, maxLength: 100, description: 'What it is for.', example: 'release pipeline' })
  @IsDefined()
  @IsString()
  @Length(1, 100)
  @Matches(/^[^\0]*$/, { message: 'label must not contain U+0000' }) // PostgreSQL cannot store it
  readonly label!: string;

  @ApiProperty({ isArray: true, enum: PERMISSIONS, description: 'A part of those of the token that makes it.', example: ['read'] })
  @IsDefined()
  @IsArray()
  @IsIn(PERMISSIONS, { each: true })
  readonly permissions!: readonly Permission[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_DAYS,
    description: 'Not later than the end of the token that makes it, which is the default.',
    example: 90,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_DAYS)
  readonly expires_in_days?: number | null;
}

export class RotateToken {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_OVERLAP_SECONDS,
    default: 0,
    description: 'Seconds for which the old secret goes on.',
    example: 3600,
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_SECONDS)
  readonly overlap_seconds?: number | null;
}

/** A token as its holder can read it (contract 3). */
export class TokenResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ example: 'release script', type: 'string', nullable: true }) readonly label!: string | null;
  @ApiProperty({ isArray: true, enum: PERMISSIONS }) readonly permissions!: readonly Permission[];
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;

  static from({ id, label, permissions, expiresAt, createdAt }: ApiToken): TokenResponse {
    return { id, label, permissions, expires_at: expiresAt?.toISOString() ?? null, created_at: createdAt.toISOString() };
  }
}

export class TokenEnvelope extends Envelope(TokenResponse) {}

/** A token among those of its user. */
export class TokenRecord extends TokenResponse {
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'To the hour; null before the first use.' })
  readonly last_used_at!: string | null;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'The token that made it; null for the operator.' })
  readonly created_by!: string | null;

  static override from(this: void, token: ApiToken): TokenRecord {
    return { ...TokenResponse.from(token), last_used_at: token.lastUsedAt?.toISOString() ?? null, created_by: token.createdBy };
  }
}

export class TokenPage extends Page(TokenRecord) {}

class NewToken extends TokenRecord {
  @ApiProperty({
    description: 'The secret. It is not stored, and shown this once.',
    example: 'pat_6U5rSZQmDAcYmN4xqZ3hXo2t0KcPzvWn1yJ8sLfE7bg',
  })
  readonly token!: string;
}

export class NewTokenEnvelope extends Envelope(NewToken) {}
