import { Unless } from '@app/platform';
import {
  Allow,
  IsOptional,
  Validate,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';

/** `HOST1:PORT1:HOST2:PORT2`, several separated by commas. */
@ValidatorConstraint({ name: 'connectToList' })
class ConnectToList implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && value.split(',').every((entry) => isPair(entry.trim()));
  }

  defaultMessage({ property }: ValidationArguments): string {
    return `${property} must be HOST1:PORT1:HOST2:PORT2, several separated by commas`;
  }
}

/** `HOST1:PORT1:HOST2:PORT2` */
function isPair(entry: string): boolean {
  const [, from, to] = /^[^\s:]+:(\d{1,5}):[^\s:]+:(\d{1,5})$/.exec(entry) ?? [];
  return [from, to].every((port) => Number(port) >= 1 && Number(port) <= 65_535);
}

/** The variables of the guarded client. */
export class OutboundEnv {
  /** Judged by the platform; here only for the rule below. */
  @Allow()
  readonly NODE_ENV: string = 'development';

  /** `HOST1:PORT1:HOST2:PORT2,…` as curl's `--connect-to`; for tests and demos, refused in production. */
  @IsOptional()
  @Validate(ConnectToList)
  @Validate(Unless, ['NODE_ENV', 'production'])
  readonly OUTBOUND_CONNECT_TO?: string;
}
