import { InvalidArgumentError, type Command } from 'commander';

export function notBlank(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
}

export function wholeSeconds(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(value);
}

/** A duration that is stored as an integer of PostgreSQL. */
export function positiveSeconds(value: string): number {
  if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > 2 ** 31 - 1)
    throw new InvalidArgumentError('It must be a whole number of seconds, at least 1.');
  return Number(value);
}

/** Reads a whole number from 1 to `max`. */
export function atMost(max: number): (value: string) => number {
  return (value) => {
    if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    return Number(value);
  };
}

/** @returns the parsed URL, since what was typed may contain spaces */
export function httpUrl(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new InvalidArgumentError('It must be an http or https URL.');
  return url.href;
}

/** Reads a point in time. Ends the command with a usage error if it is none. */
export async function pointInTime(command: Command, option: string, value: string): Promise<Date> {
  const { readInstant } = await import('@app/fixtures');
  const message = 'It must be a time of the calendar in ISO 8601 with an offset, such as 2026-11-21T08:00:00Z.';
  return readInstant(value) ?? command.error(`error: option '${option}' argument '${value}' is invalid. ${message}`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The last moment with a four-digit year, as date-times of the API have. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns the time after a duration such as 30d */
export function fromNow(value: string): Date {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(value) ?? [];
  if (amount === undefined || unit === undefined || Number(amount) === 0)
    throw new InvalidArgumentError('It must be a number and s, m, h, d or w, such as 30d.');
  const end = Date.now() + Number(amount) * (UNITS[unit] ?? 0);
  if (end > LAST_MOMENT) throw new InvalidArgumentError('It must be over by the end of the year 9999.');
  return new Date(end);
}
