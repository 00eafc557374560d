/** An encoding that {@link decode} recognizes. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are looked at to tell UTF-16 without a byte order mark from other encodings. */
const SAMPLE_BYTES = 4096;

/**
 * Decodes the bytes of a file: UTF-16 by its byte order mark or its NULs, UTF-8 where the bytes are UTF-8 for the most
 * part, else Latin-1 (as windows-1252, like browsers).
 */
export function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const encoding = utf16(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252');
  const text = new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' }).decode(bytes);
  return { text, encoding };
}

function utf16(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  // Digits, arrows and line ends have a NUL as one of their two bytes: a quarter of a transcript at least.
  if (odd > sample.length / 8 && odd > 8 * even) return 'utf-16le';
  if (even > sample.length / 8 && even > 8 * odd) return 'utf-16be';
  return undefined;
}

/** Whether the bytes that are not ASCII form more characters of UTF-8 than faults. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    let characters = 0;
    let faults = 0;
    for (const character of new TextDecoder().decode(bytes)) {
      if (character === '\ufffd') faults += 1;
      else if (character > '\x7f') characters += 1;
    }
    return characters > faults;
  }
}
