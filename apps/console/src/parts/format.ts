import { createElement } from 'react';
import { asDecimal, locale } from '../texts/language.ts';

/** A time in the viewer's zone. */
export const inLocalTime = (iso: string): string => new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the viewer's zone; its UTC shows on hover, as the API tells it: `2026-10-01 08:00:00 UTC`. */
export function Time({ at, dateOnly = false }: { readonly at: string; readonly dateOnly?: boolean }) {
  const text = dateOnly ? new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' }) : inLocalTime(at);
  return createElement('time', { dateTime: at, title: `${at.slice(0, 10)} ${at.slice(11, 19)} UTC` }, text);
}

/** Seconds as people write durations: `1:02:03`, `2:03`. Fractions are dropped. */
export function asDuration(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
  return parts.join(':').replace(/^0(?:0:0?)?/, '');
}

/** Bytes in the unit that suits them. */
export function asBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 2 ** (10 * power);
  return `${power === 0 || amount >= 100 ? Math.round(amount) : asDecimal(amount, 1)} ${units[power]}`;
}
