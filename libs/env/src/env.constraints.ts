import { readFileSync } from 'node:fs';
import { ValidatorConstraint, type ValidationArguments, type ValidatorConstraintInterface } from 'class-validator';
import { CronTime } from 'cron';
import { redisOptions } from './redis-options.js';
import { DatabaseServers } from './database-servers.js';

/** An absolute URL with one of the schemes given as constraints (with their colon). */
@ValidatorConstraint({ name: 'urlWithScheme' })
export class UrlWithScheme implements ValidatorConstraintInterface {
  validate(value: unknown, { constraints }: ValidationArguments): boolean {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol } = new URL(value);
    return (constraints as string[]).includes(protocol);
  }

  // The value may hold a password: it is never quoted.
  defaultMessage({ property, constraints }: ValidationArguments): string {
    return `${property} must be a URL that begins with ${(constraints as string[]).map((s) => `${s}//`).join(' or ')}`;
  }
}

/** Headers as `name=value`, separated by commas, with names and values that can be decoded. */
@ValidatorConstraint({ name: 'headerPairs' })
export class HeaderPairs implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && value.split(',').every((pair) => /^\s*[^=\s][^=]*=\s*\S/.test(pair) && isDecodable(pair));
  }

  // The value may hold a password: it is never quoted.
  defaultMessage({ property }: ValidationArguments): string {
    return `${property} must be name=value pairs, separated by commas, with percent-encoding: a % stands before two hexadecimal digits`;
  }
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The URL of a PostgreSQL database, on one server or on the one of several that is wanted. */
@ValidatorConstraint({ name: 'databaseUrl' })
export class DatabaseUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    const servers = serversOf(value);
    return servers !== undefined && unreadableFile(servers) === undefined;
  }

  // The value may hold a password: it is never quoted.
  defaultMessage({ property, value }: ValidationArguments): string {
    const servers = serversOf(value);
    const unreadable = servers && unreadableFile(servers);
    if (unreadable !== undefined) return `${property} names ${unreadable}`;
    return (
      `${property} must be a URL that begins with postgres:// or postgresql://; several hosts are separated by commas, ` +
      'and target_session_attrs is any, read-write, primary, read-only or standby'
    );
  }
}

function serversOf(value: unknown): DatabaseServers | undefined {
  return typeof value === 'string' ? DatabaseServers.parse(value) : undefined;
}

/** The driver would look for the files of a URL at each connection. @returns which of them cannot be read, and why */
function unreadableFile({ current }: DatabaseServers): string | undefined {
  const { searchParams } = new URL(current);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(name);
    if (path === null) continue;
    try {
      readFileSync(path);
    } catch (error) {
      return `an ${name} that cannot be read: ${(error as Error).message}`;
    }
  }
  return undefined;
}

/** The URL of one Redis, or of Sentinels that know it. */
@ValidatorConstraint({ name: 'redisUrl' })
export class RedisUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && redisOptions(value) !== undefined;
  }

  // The value may hold a password: it is never quoted.
  defaultMessage({ property }: ValidationArguments): string {
    return `${property} must be redis://host or rediss://host, or redis+sentinel://host,host/name-of-the-master (rediss+sentinel:// over TLS)`;
  }
}

/** `HOST1:PORT1:HOST2:PORT2`, several separated by commas. */
@ValidatorConstraint({ name: 'connectToList' })
export class ConnectToList implements ValidatorConstraintInterface {
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

/** Base64 of exactly the given number of bytes. */
@ValidatorConstraint({ name: 'base64Key' })
export class Base64Key implements ValidatorConstraintInterface {
  validate(value: unknown, { constraints }: ValidationArguments): boolean {
    return (
      typeof value === 'string' &&
      /^[A-Za-z0-9+/]+={0,2}$/.test(value) &&
      Buffer.from(value, 'base64').length === (constraints as number[])[0]
    );
  }

  defaultMessage({ property, constraints }: ValidationArguments): string {
    return `${property} must be ${(constraints as number[])[0]} bytes in base64`;
  }
}

/** Five cron fields, or six with seconds first, that come true some day: not on the 30th of February. */
@ValidatorConstraint({ name: 'cronExpression' })
export class CronExpression implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    if (typeof value !== 'string') return false;
    const fields = value.trim().split(/\s+/).length;
    if (fields !== 5 && fields !== 6) return false;
    try {
      new CronTime(value, 'UTC').sendAt();
      return true;
    } catch {
      return false; // the library tells both by throwing: what it cannot read, and what has no next date
    }
  }

  defaultMessage({ property }: ValidationArguments): string {
    return `${property} must be a cron expression of five fields, or of six with seconds first, and have a next date`;
  }
}

/** Must not be set while another variable has the given value. */
@ValidatorConstraint({ name: 'unless' })
export class Unless implements ValidatorConstraintInterface {
  validate(_value: unknown, { constraints, object }: ValidationArguments): boolean {
    const [name, forbidding] = constraints as [string, string];
    return (object as Record<string, unknown>)[name] !== forbidding;
  }

  defaultMessage({ property, constraints }: ValidationArguments): string {
    const [name, forbidding] = constraints as [string, string];
    return `${property} must not be set when ${name} is ${forbidding}`;
  }
}
