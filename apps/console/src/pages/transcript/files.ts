/** Bytes of the largest file that is opened: 10 MiB of text take twice that in UTF-16. */
const MAX_FILE_BYTES = 2 * 10_485_760 + 2;

/** Why a file is not opened, or undefined. */
export function whyNotOpened({ name, size }: File): string | undefined {
  if (size > MAX_FILE_BYTES) return `“${name}” has ${size} bytes; a transcript may have at most 10,485,760 bytes of UTF-8.`;
  return undefined;
}

/** A name for a file, from a title that may be anything. */
export function fileNameOf(title: string, extension: string): string {
  const safe = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 80)
    .trim();
  return `${safe === '' ? 'transcript' : safe}.${extension}`;
}
