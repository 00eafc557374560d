import { Integer, Secret } from '@app/env';
import {
  IsOptional,
  Matches,
  Validate,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';

/** `http[s]://user:password@host:port/database` */
@ValidatorConstraint({ name: 'clickHouseUrl' })
class ClickHouseUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, pathname, search, hash } = new URL(value);
    return /^https?:$/.test(protocol) && /^\/[A-Za-z_]\w*$/.test(pathname) && search === '' && hash === '';
  }

  // The value may hold a password: it is never quoted.
  defaultMessage({ property }: ValidationArguments): string {
    return `${property} must be a URL of the form http[s]://user:password@host:port/database, without anything behind the database`;
  }
}

/** The variables of downloads. */
export class DownloadsEnv {
  /** Days for which single downloads are kept, once their days are rolled up; the figures stay. Without it, they are never deleted. */
  @IsOptional()
  @Integer(2, 36_500)
  readonly DOWNLOADS_RETENTION_DAYS?: number;

  /** ClickHouse, which then keeps downloads and answers analytics: `http[s]://user:password@host:port/database`. PostgreSQL without it. */
  @Secret()
  @IsOptional()
  @Validate(ClickHouseUrl)
  readonly DOWNLOADS_URL?: string;

  /** The cluster of ClickHouse, by its name in `remote_servers`, over which `migrate` spreads and replicates downloads. */
  @IsOptional()
  @Matches(/^[A-Za-z_][\w-]*$/, { message: '$property must be the name of a cluster: letters, digits, _ and -' })
  readonly DOWNLOADS_CLUSTER?: string;
}
