const MAX_URL = 2048;

/** Endings of files that are audio or video. */
const PLAYABLE =
  /\.(?:mp3|m4a|m4b|m4r|aac|ogg|oga|opus|spx|wav|wma|flac|aiff?|amr|mka|weba|mp4|m4v|mov|mpe?g|ogv|webm|mkv|avi|wmv|flv|3gp)$/i;

/**
 * Reads an `itunes:duration`: seconds, `MM:SS` or `HH:MM:SS`.
 * @returns whole seconds, at least 1; null when it cannot be read
 */
export function feedDuration(text = ''): number | null {
  const parts = /^(?:(?:(\d{1,5}):)?(\d{1,5}):)?(\d{1,10}(?:\.\d{1,9})?)$/.exec(text.trim());
  if (!parts) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = parts.map(Number).map((part) => part || 0);
  const whole = Math.round(hours * 3600 + minutes * 60 + seconds);
  return whole >= 1 && whole < 2 ** 31 ? whole : null;
}

/**
 * Reads the URL of a media file.
 * @param base what a relative URL is relative to
 * @returns null unless it is one of http or https
 */
export function mediaUrl(text: string, base: string): { readonly url: string; readonly isRelative: boolean } | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_URL || !URL.canParse(trimmed, base)) return null;
  const isRelative = !URL.canParse(trimmed);
  const url = isRelative ? new URL(trimmed, base).href : trimmed;
  return /^https?:\/\//i.test(url) && url.length <= MAX_URL ? { url, isRelative } : null;
}

/** Whether a file is audio or video, by its media type or by the ending of its path. */
export function isPlayable(url: string, type: string): boolean {
  if (/^\s*(?:audio|video)\//i.test(type)) return true;
  const [path = ''] = url.split(/[?#]/, 1);
  return PLAYABLE.test(path);
}

/** One line of text, of at most `max` characters. */
export function feedLine(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // A character takes up to two code units.
  return line.length <= max ? line : [...line.slice(0, 2 * max)].slice(0, max).join('');
}
