/** `1:02:03.5`, `2:03`, `83.5`: the last part is seconds, with up to three digits after the point. */
const TIME_CODE = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/;

/** Reads a time as people type it. @returns seconds, or undefined for what is no time */
export function readTimeCode(text: string): number | undefined {
  const [, hours, minutes, seconds = ''] = TIME_CODE.exec(text.trim()) ?? [];
  const rest = Number(seconds.replace(',', '.'));
  if (seconds === '' || (minutes !== undefined && rest >= 60) || (hours !== undefined && Number(minutes) >= 60)) return undefined;
  return Math.round(((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + rest) * 1000) / 1000;
}

/** Writes seconds so that `readTimeCode` reads the same: `0:00`, `1:02:03.5`. */
export function writeTimeCode(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const fraction = milliseconds % 1000;
  const tail = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0').replace(/00?$/, '')}`;
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}${tail}` : `${minutes}:${two(rest)}${tail}`;
}
