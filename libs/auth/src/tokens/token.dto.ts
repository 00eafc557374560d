import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, type ApiToken, type Permission } from './api-token.entity.js';

/** A token as its holder can read it (contract 3.5). */
export class TokenResponse {
  @ApiProperty({ format: 'uuid' }) readonly id!: string;
  @ApiProperty({ type: 'string', nullable: true }) readonly label!: string | null;
  @ApiProperty({ isArray: true, enum: PERMISSIONS }) readonly permissions!: readonly Permission[];
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true }) readonly expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) readonly created_at!: string;

  static from({ id, label, permissions, expiresAt, createdAt }: ApiToken): TokenResponse {
    return { id, label, permissions, expires_at: expiresAt?.toISOString() ?? null, created_at: createdAt.toISOString() };
  }
}

export class TokenEnvelope {
  @ApiProperty() readonly data!: TokenResponse;
}
