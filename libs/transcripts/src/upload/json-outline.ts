const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes outside strings that JSON may have: as many as the bodies of other routes have in all. */
const MOST = 1_000_000;

/**
 * Whether a JSON text has more outside its strings than it needs to hold a few of them, however long they are. Every bracket and
 * comma there may become an object: 30 MB of them need gigabytes, and a thread that runs out of memory within `JSON.parse` takes
 * the whole process with it, whatever its limits. One pass, from quote to quote.
 */
export function isIntricate(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let outside = 0;
  for (let at = 0; at < bytes.length;) {
    const quote = bytes.indexOf(QUOTE, at);
    outside += (quote < 0 ? bytes.length : quote) - at;
    if (outside > MOST) return true;
    if (quote < 0) return false;
    at = endOfString(bytes, quote + 1);
  }
  return false;
}

/** Behind the quote that ends the string: the first that no odd number of backslashes stands before. */
function endOfString(bytes: Buffer, begin: number): number {
  for (let quote = bytes.indexOf(QUOTE, begin); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let first = quote;
    while (first > begin && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return bytes.length;
}
