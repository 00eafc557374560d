import { httpErrors } from '../errors/http.errors.js';

/** Levels of objects and arrays in a body: more than any request class has, and few enough for recursive code. */
export const MAX_LEVELS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Judges a JSON text by its punctuation, before it is parsed: parsing, transforming and validating cost far more per
 * member than per byte (contract 2.10). Members of objects are counted by their colons, elements of arrays by their
 * commas.
 *
 * @throws AppError 422 `too_many_fields`; `invalid` when it is nested more than {@link MAX_LEVELS} levels deep
 */
export function judgeJsonShape(text: Uint8Array, maxMembers: number): void {
  const isArray = new Uint8Array(MAX_LEVELS + 1);
  let members = 0;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at] ?? 0) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        level += 1;
        if (level > MAX_LEVELS) throw tooDeep();
        isArray[level] = text[at] === OPENING_BRACKET ? 1 : 0;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (level > 0) level -= 1; // a text that closes too much is no JSON: the parser says so
        break;
      case COLON:
        members += 1;
        break;
      case COMMA:
        members += isArray[level] ?? 0;
        break;
    }
    if (members > maxMembers) throw httpErrors.too_many_fields({ limit: maxMembers });
  }
}

/** @returns the index of the quote that ends the string that begins at `start`, or the length of the text */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === BACKSLASH) at += 1;
    else if (text[at] === QUOTE) return at;
  }
  return text.length;
}

const tooDeep = () => httpErrors.invalid(`The body is nested more than ${MAX_LEVELS} levels deep.`);
