import { constraint, Integer, Secret } from '@app/env';
import { IsOptional, Matches } from 'class-validator';

/** `http[s]://user:password@host:port/database` */
const ClickHouseUrl = (): PropertyDecorator =>
  constraint('clickHouseUrl', isClickHouse, 'must be a URL of the form http[s]://user:password@host:port/database, without anything behind the database'); // prettier-ignore

function isClickHouse(url: string): boolean {
  const { protocol = '', pathname = '', search, hash } = URL.parse(url) ?? {};
  return /^https?:$/.test(protocol) && /^\/[A-Za-z_]\w*$/.test(pathname) && search === '' && hash === '';
}

export class DownloadsEnv {
  /** Days for which single downloads are kept after the roll-up; figures stay. Without it, nothing is deleted. */
  @IsOptional()
  @Integer(2, 36_500)
  readonly DOWNLOADS_RETENTION_DAYS?: number;

  /**
   * ClickHouse, which then keeps downloads and answers analytics: `http[s]://user:password@host:port/database`.
   * PostgreSQL without it.
   */
  @Secret()
  @IsOptional()
  @ClickHouseUrl()
  readonly DOWNLOADS_URL?: string;

  /** ClickHouse's cluster, by its name in `remote_servers`, over which `migrate` spreads and replicates downloads. */
  @IsOptional()
  @Matches(/^[A-Za-z_][\w-]*$/, { message: '$property must be the name of a cluster: letters, digits, _ and -' })
  readonly DOWNLOADS_CLUSTER?: string;
}
