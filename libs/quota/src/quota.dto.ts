import { Envelope } from '@app/http';
import { ApiProperty } from '@nestjs/swagger';
import { isLow, remainingSeconds, usagePercent } from './low-quota/low-quota.js';
import type { Quota } from './quota-accounts.queries.js';

/** The caller's video quota (contract 7.4). */
export class QuotaResponse {
  @ApiProperty({ example: 950, type: 'integer', minimum: 0 }) readonly used_seconds!: number;
  @ApiProperty({ example: 1000, type: 'integer', minimum: 0, description: 'The whole allowance.' }) readonly available_seconds!: number;
  @ApiProperty({ example: 50, type: 'integer', minimum: 0 }) readonly remaining_seconds!: number;
  @ApiProperty({ example: 95, minimum: 0, description: 'One decimal, rounded down.' }) readonly usage_percent!: number;
  @ApiProperty({ description: 'Whether usage is at 90 % or more.' }) readonly low!: boolean;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'When the check ran last; null before the first.' })
  readonly checked_at!: string | null;

  static from({ usedSeconds, availableSeconds, checkedAt }: Quota): QuotaResponse {
    return {
      used_seconds: usedSeconds,
      available_seconds: availableSeconds,
      remaining_seconds: remainingSeconds(usedSeconds, availableSeconds),
      usage_percent: usagePercent(usedSeconds, availableSeconds),
      low: isLow(usedSeconds, availableSeconds),
      checked_at: checkedAt?.toISOString() ?? null,
    };
  }
}

export class QuotaEnvelope extends Envelope(QuotaResponse) {}
