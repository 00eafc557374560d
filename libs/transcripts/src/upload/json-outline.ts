const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Most bytes outside strings: the limit for whole bodies of other routes. */
const MAX_BYTES_OUTSIDE_STRINGS = 1_000_000;

/**
 * Whether a JSON text has more outside its strings than a few members need. Each bracket and comma there may become an object:
 * 30 MB of them need gigabytes, and running out of memory inside `JSON.parse` ends the whole process, whatever the limits of the
 * thread are. One pass, from quote to quote.
 */
export function hasTooMuchStructure(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let outside = 0;
  for (let at = 0; at < bytes.length;) {
    const quote = bytes.indexOf(QUOTE, at);
    outside += (quote < 0 ? bytes.length : quote) - at;
    if (outside > MAX_BYTES_OUTSIDE_STRINGS) return true;
    if (quote < 0) return false;
    at = endOfString(bytes, quote + 1);
  }
  return false;
}

/** @returns index behind the quote that ends the string: the first one that follows an even number of backslashes */
function endOfString(bytes: Buffer, begin: number): number {
  for (let quote = bytes.indexOf(QUOTE, begin); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let first = quote;
    while (first > begin && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return bytes.length;
}
