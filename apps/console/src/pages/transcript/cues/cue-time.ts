import { formatTime } from '@app/subtitles';

/** A time as short as it can be said: `0:04.500`, `1:02:03.000`. */
export function writeTime(ms: number): string {
  return formatTime(ms, '.').replace(/^00:0?/, '');
}
