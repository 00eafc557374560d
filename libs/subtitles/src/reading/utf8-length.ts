/** Bytes that a text has in UTF-8. A lone surrogate counts as U+FFFD: three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // The second half of a pair adds nothing: a pair is four bytes.
    if (code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
  }
  return bytes;
}
