import { t } from '../../texts/webhook.ts';
import { asDecimal } from '../../texts/language.ts';

/** The time until something, as people say it; `now` once it is past. */
export function untilThen(ms: number): string {
  if (ms <= 0) return t.now;
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return t.inHours(hours, String(minutes).padStart(2, '0'));
  return minutes > 0 ? t.inMinutes(minutes, String(rest).padStart(2, '0')) : t.inSeconds(rest);
}

/** A duration of an attempt. */
export function asMilliseconds(ms: number | null): string {
  if (ms === null) return t.notKnown;
  return ms < 1000 ? `${ms} ms` : `${asDecimal(ms / 1000, ms < 10_000 ? 2 : 1)} s`;
}
