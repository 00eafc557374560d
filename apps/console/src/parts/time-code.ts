import { formatTime } from '@app/subtitles';

/**
 * Reads a time or an offset such as `83.5`, `-0:02`, `1:00:00,25`: hours, minutes, seconds.
 * @returns milliseconds, undefined for what is none
 */
export function readTime(text: string): number | undefined {
  const found = /^\s*([+-]?)(?:(?:(\d{1,10}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{1,3}))?\s*$/u.exec(text.replace('−', '-'));
  if (!found) return undefined;
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  const ms = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'));
  return sign === '-' ? -ms : ms;
}

/** Writes milliseconds as short as they can be said: `0:04.500`, `1:02:03.000`. */
export function writeTime(ms: number): string {
  return formatTime(ms, '.').replace(/^0(?:0:0?)?/, '');
}

/** Reads a point in time, with at most 59 after a colon: no person means `1:75`. @returns seconds */
export function readTimeCode(text: string): number | undefined {
  const ms = /:(?:[6-9]\d|\d{3})/.test(text) ? undefined : readTime(text);
  return ms === undefined || ms < 0 ? undefined : ms / 1000;
}

/** Writes seconds: `0:00`, `1:02:03.5`. */
export function writeTimeCode(seconds: number): string {
  return writeTime(Math.round(seconds * 1000)).replace(/\.?0{1,3}$/, '');
}
