import { readFileSync } from 'node:fs';
import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { CronTime } from 'cron';
import { redisOptions } from './redis-options.js';
import { DatabaseServers } from './database-servers.js';

type Words = string | ((value: unknown) => string);

/**
 * A constraint of a variable.
 * @param isValid gets the value, and the variables beside it
 * @param words what the message says after the name. It never quotes the value, which may hold a password.
 */
export function constraint<T = string>(
  name: string,
  isValid: (value: T, all: Readonly<Record<string, unknown>>) => boolean,
  words: Words,
  options?: ValidationOptions,
): PropertyDecorator {
  const validate = (value: T, given?: ValidationArguments) => isValid(value, (given?.object ?? {}) as Record<string, unknown>);
  const said = (value: unknown) => (typeof words === 'string' ? words : words(value));
  const defaultMessage = (given?: ValidationArguments) => `${given?.property} ${said(given?.value)}`;
  return ValidateBy({ name, validator: { validate, defaultMessage } }, options);
}

/** An absolute URL with one of the schemes (with their colon). */
export const UrlWithScheme = (...schemes: readonly string[]): PropertyDecorator =>
  constraint(
    'urlWithScheme',
    (url) => URL.canParse(url) && schemes.includes(new URL(url).protocol),
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  );

/** Headers as `name=value`, separated by commas, with names and values that can be decoded. */
export const HeaderPairs = (): PropertyDecorator =>
  constraint(
    'headerPairs',
    (headers) => headers.split(',').every((pair) => /^\s*[^=\s][^=]*=\s*\S/.test(pair) && isDecodable(pair)),
    'must be name=value pairs, separated by commas, with percent-encoding: a % stands before two hexadecimal digits',
  );

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The URL of a PostgreSQL database, on one server or on the one of several that is wanted. */
export const DatabaseUrl = (): PropertyDecorator =>
  constraint(
    'databaseUrl',
    (url) => faultOf(url) === undefined,
    (url) => faultOf(url as string) ?? '',
  );

function faultOf(url: string): string | undefined {
  const servers = DatabaseServers.parse(url);
  if (servers) return unreadableFile(servers);
  return (
    'must be a URL that begins with postgres:// or postgresql://; several hosts are separated by commas, ' +
    'and target_session_attrs is any, read-write, primary, read-only or standby'
  );
}

/** The driver would look for the files of a URL at each connection. */
function unreadableFile({ current }: DatabaseServers): string | undefined {
  const { searchParams } = new URL(current);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(name);
    if (path === null) continue;
    try {
      readFileSync(path);
    } catch (error) {
      return `names an ${name} that cannot be read: ${(error as Error).message}`;
    }
  }
  return undefined;
}

/** The URL of one Redis, or of Sentinels that know it. */
export const RedisUrl = (): PropertyDecorator =>
  constraint(
    'redisUrl',
    (url) => redisOptions(url) !== undefined,
    'must be redis://host or rediss://host, or redis+sentinel://host,host/name-of-the-master (rediss+sentinel:// over TLS)',
  );

/** `HOST1:PORT1:HOST2:PORT2`, several separated by commas. */
export const ConnectToList = (): PropertyDecorator =>
  constraint(
    'connectToList',
    (list) => list.split(',').every((entry) => isPair(entry.trim())),
    'must be HOST1:PORT1:HOST2:PORT2, several separated by commas',
  );

/** `HOST1:PORT1:HOST2:PORT2` */
function isPair(entry: string): boolean {
  const [, from, to] = /^[^\s:]+:(\d{1,5}):[^\s:]+:(\d{1,5})$/.exec(entry) ?? [];
  return [from, to].every((port) => Number(port) >= 1 && Number(port) <= 65_535);
}

/** Base64 of exactly so many bytes. */
export const Base64Key = (bytes: number, options?: ValidationOptions): PropertyDecorator =>
  constraint(
    'base64Key',
    (key) => /^[A-Za-z0-9+/]+={0,2}$/.test(key) && Buffer.from(key, 'base64').length === bytes,
    `must be ${bytes} bytes in base64`,
    options,
  );

/** Five cron fields, or six with seconds first, that come true some day: not on the 30th of February. */
export const CronExpression = (): PropertyDecorator =>
  constraint('cronExpression', hasNextDate, 'must be a cron expression of five fields, or of six with seconds first, and have a next date');

function hasNextDate(cron: string): boolean {
  if (![5, 6].includes(cron.trim().split(/\s+/).length)) return false;
  try {
    new CronTime(cron, 'UTC').sendAt();
    return true;
  } catch {
    return false; // the library tells both by throwing: what it cannot read, and what has no next date
  }
}

/** Must not be set while another variable has the given value. */
export const Unless = (name: string, forbidding: string): PropertyDecorator =>
  constraint('unless', (_, all) => all[name] !== forbidding, `must not be set when ${name} is ${forbidding}`);
