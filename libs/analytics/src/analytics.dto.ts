import { Page, PageQuery, QueryFlag } from '@app/http';
import { withCode } from '@app/http/bodies';
import type { ErrorCode } from '@app/http/errors';
import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsDefined, IsOptional, IsString, registerDecorator } from 'class-validator';
import { analyticsErrors } from './analytics.errors.js';
import { canonicalTimeZone, isDate, lengthOf, type DateRange } from './days/local-days.js';

/** Most days of one range. */
const MAX_DAYS = 366;

function Judged(error: { readonly code: ErrorCode }, message: string, judge: (text: string) => boolean): PropertyDecorator {
  return (target, key) =>
    registerDecorator({
      target: target.constructor,
      propertyName: String(key),
      options: { message, ...withCode(error) },
      name: error.code,
      validator: { validate: (value) => typeof value === 'string' && judge(value) },
    });
}

const IsDate = () => Judged(analyticsErrors.invalid_date, '$property must be a date of the calendar, as YYYY-MM-DD', isDate);

/** Which figures. */
class AnalyticsRange {
  @ApiProperty({ format: 'date', description: 'First day.' })
  @IsDefined()
  @IsDate()
  readonly from!: string;

  @ApiProperty({ format: 'date', description: `Last day, inclusive; a range has ${MAX_DAYS} days at most.` })
  @IsDefined()
  @IsDate()
  readonly to!: string;

  @ApiPropertyOptional({ type: 'string', default: 'UTC', description: 'IANA time zone whose days are meant, such as Europe/Lisbon.' })
  @IsOptional()
  @Judged(
    analyticsErrors.unknown_timezone,
    'timezone must be the name of an IANA time zone',
    (name) => canonicalTimeZone(name) !== undefined,
  )
  readonly timezone: string = 'UTC';

  @ApiPropertyOptional({ type: 'string', format: 'uuid', description: 'An episode of the podcast, whose figures alone are meant.' })
  @IsOptional()
  @IsString()
  readonly episode_id?: string;
}

/** The query of the file. */
export class ExportAnalytics extends AnalyticsRange {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Begin with a byte order mark, as Excel needs it for UTF-8.' })
  @IsOptional()
  @QueryFlag()
  readonly bom: boolean = false;
}

export class ListAnalytics extends IntersectionType(PageQuery, AnalyticsRange) {}

/** @throws AppError 422 `from_after_to`, `range_too_long` */
export function rangeOf({ from, to, timezone }: Pick<AnalyticsRange, 'from' | 'to' | 'timezone'>): DateRange {
  const days = lengthOf({ from, to });
  if (days < 1) throw analyticsErrors.from_after_to({}, { field: 'from' });
  if (days > MAX_DAYS) throw analyticsErrors.range_too_long({ days, limit: MAX_DAYS }, { field: 'to' });
  return { from, to, timeZone: canonicalTimeZone(timezone) ?? 'UTC' };
}

/** Figures of one episode on one day (docs/analytics.md). Days without a download are left out. */
export class DailyFiguresResponse {
  @ApiProperty({ format: 'date', description: 'Day in the time zone that was asked for.' }) readonly date!: string;
  @ApiProperty({ format: 'uuid' }) readonly episode_id!: string;
  @ApiProperty({ example: 'Queues' }) readonly episode_title!: string;
  @ApiProperty({ example: 128, type: 'integer', minimum: 1 }) readonly downloads!: number;
  @ApiProperty({ example: 97, type: 'integer', minimum: 1 }) readonly unique_listeners!: number;
  @ApiProperty({ description: 'Whether the day is over.' }) readonly is_final!: boolean;
}

export class AnalyticsPage extends Page(DailyFiguresResponse) {}
