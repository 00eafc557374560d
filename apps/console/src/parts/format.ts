import { asDecimal, locale } from '../texts/language.ts';

const localTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const localDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** A time in the viewer's zone. */
export function inLocalTime(iso: string): string {
  return localTime.format(new Date(iso));
}

export function asLocalDate(iso: string): string {
  return localDate.format(new Date(iso));
}

/** The same time in UTC, as the API tells it: `2026-10-01 08:00:00 UTC`. */
export function inUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** Seconds as people write durations: `1:02:03`, `2:03`. Fractions are dropped. */
export function asDuration(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`;
}

/** Bytes in the unit that suits them. */
export function asBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 2 ** (10 * power);
  return `${power === 0 || amount >= 100 ? Math.round(amount) : asDecimal(amount, 1)} ${units[power]}`;
}
