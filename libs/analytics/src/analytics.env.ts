import { Integer } from '@app/env';
import { IsOptional } from 'class-validator';

/** The variables of analytics. */
export class AnalyticsEnv {
  /** Days for which single downloads are kept, once their days are rolled up; the figures stay. Without it, they are never deleted. */
  @IsOptional()
  @Integer(2, 36_500)
  readonly DOWNLOADS_RETENTION_DAYS?: number;
}
