/** The entities of WebVTT, besides numeric ones (transcripts.md, WebVTT 5). */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['lrm', '\u200E'],
  ['rlm', '\u200F'],
  ['nbsp', '\u00A0'],
]);

const LONGEST_NAME = 4;

/** What 0x80 to 0x9F mean in a numeric entity: HTML reads them as Windows-1252, and WebVTT follows HTML. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const REPLACEMENT = '\uFFFD';
const HASH = 0x23;
const SEMICOLON = 0x3b;

/** An entity that was read: what it stands for, and where it ends in the text. */
export type Entity = { readonly character: string; readonly end: number };

/** Reads the entity that begins with the `&` at `at`; undefined when the `&` stands for itself. */
export function readEntity(text: string, at: number): Entity | undefined {
  if (text.charCodeAt(at + 1) === HASH) return readNumeric(text, at + 2);
  const semicolon = text.slice(at + 1, at + 2 + LONGEST_NAME).indexOf(';');
  if (semicolon < 0) return undefined;
  const character = NAMED.get(text.slice(at + 1, at + 1 + semicolon));
  return character === undefined ? undefined : { character, end: at + semicolon + 2 };
}

/** Decodes every entity of a text without tags. */
export function decodeEntities(text: string): string {
  let from = 0;
  const parts: string[] = [];
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    const entity = readEntity(text, at);
    if (entity) {
      parts.push(text.slice(from, at), entity.character);
      from = entity.end;
    }
    at = entity ? entity.end : at + 1;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/** Encodes what would be read as something else, and the invisible characters that WebVTT has names for. */
export function encodeEntities(text: string): string {
  // One call per character: each is a vectorised search that mostly finds nothing.
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u200E', '&lrm;')
    .replaceAll('\u200F', '&rlm;')
    .replaceAll('\u00A0', '&nbsp;');
}

function readNumeric(text: string, at: number): Entity | undefined {
  const code = text.charCodeAt(at);
  const radix = code === 0x78 || code === 0x58 ? 16 : 10;
  const start = radix === 16 ? at + 1 : at;
  let value = 0;
  let end = start;
  for (; ; end += 1) {
    const digit = digitValue(text.charCodeAt(end));
    if (digit >= radix) break;
    // Anything beyond Unicode is the same to us; without the bound a long number would become Infinity.
    value = Math.min(value * radix + digit, 0x110000);
  }
  if (end === start || text.charCodeAt(end) !== SEMICOLON) return undefined;
  return { character: characterOf(value), end: end + 1 };
}

/** 0 to 15, or 16 for what is no digit; NaN, the code behind the end of the text, is none. */
function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 16;
}

function characterOf(value: number): string {
  if (value === 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return REPLACEMENT;
  if (value === 0x0d) return '\n'; // a line break like any other
  if (value >= 0x80 && value <= 0x9f) return WINDOWS_1252.charAt(value - 0x80);
  return String.fromCodePoint(value);
}
