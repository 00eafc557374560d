import { FeedError } from '../feed-error.js';
import { LineCounter } from './feed-warnings.js';

/** Bytes in which an XML declaration must name its encoding. */
const DECLARATION_BYTES = 200;

/**
 * The text of an XML document: its encoding is that of the byte order mark, else the charset of the media type, else
 * the one that the XML declaration names, else UTF-8 (RFC 7303, 3; XML 1.0, appendix F). Names are the labels of the
 * WHATWG Encoding standard, so that `iso-8859-1` means windows-1252; UTF-16 for bytes that are not means UTF-8. Invalid
 * bytes of the encoding are a fatal error (XML 1.0, 4.3.3): a replacement would change titles, and make two guids
 * equal.
 * @throws FeedError `invalid_xml`; `not_a_feed` when the encoding is unknown
 */
export function feedText(bytes: Uint8Array, contentType: string): string {
  const mark = byteOrder(bytes);
  const named = nameOf(mark ?? charset(contentType) ?? declared(bytes) ?? 'utf-8');
  if (named === undefined) throw new FeedError('not_a_feed');
  const is8Bit = mark === undefined && !bytes.subarray(0, 4).includes(0);
  const encoding = is8Bit && named.startsWith('utf-16') ? 'utf-8' : named;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FeedError('invalid_xml', { cause, place: placeOfFault(bytes, encoding) });
  }
}

function nameOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function placeOfFault(bytes: Uint8Array, encoding: string) {
  const text = new TextDecoder(encoding).decode(bytes);
  return new LineCounter(text).placeOf(Math.max(0, text.indexOf('\ufffd')));
}

function byteOrder([one, two, three, four]: Uint8Array): string | undefined {
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  // Without a mark: "<?" in 16 bits.
  if (one === 0x3c && two === 0 && three === 0x3f && four === 0) return 'utf-16le';
  if (one === 0 && two === 0x3c && three === 0 && four === 0x3f) return 'utf-16be';
  return undefined;
}

function charset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

function declared(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DECLARATION_BYTES)).toString('latin1');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']\s*([\w.:-]+)/.exec(start)?.[1];
}
