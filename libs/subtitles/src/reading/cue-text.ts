import { isSpace, NextOccurrence } from './lines.js';
import { TextBuilder } from './strings.js';

/** The text with LF for every line end and U+FFFD for every NUL. */
export function normalize(text: string): string {
  const cr = new NextOccurrence(text, '\r');
  const nul = new NextOccurrence(text, '\0');
  const pieces = new TextBuilder();
  let kept = 0;
  for (;;) {
    const at = Math.min(cr.from(kept), nul.from(kept));
    if (at >= text.length) break;
    pieces.push(text.slice(kept, at));
    const isNul = text.charCodeAt(at) === 0;
    pieces.push(isNul ? '\ufffd' : '\n');
    kept = at + (!isNul && text.charCodeAt(at + 1) === LF ? 2 : 1);
  }
  pieces.push(text.slice(kept));
  return pieces.toString();
}

/** Lines joined by LF, without space at their ends and without empty lines at the two ends of the text (contract 5). */
export function tidy(text: string): string {
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF) from = at + 1;
    else if (!isSpace(code)) break;
    else if (at === text.length - 1) return '';
  }
  let to = text.length;
  while (to > from && (isSpace(text.charCodeAt(to - 1)) || text.charCodeAt(to - 1) === LF)) to -= 1;
  let kept = from;
  const pieces = new TextBuilder();
  for (let lf = text.indexOf('\n', from); lf >= 0 && lf < to; lf = text.indexOf('\n', lf + 1)) {
    let end = lf;
    while (end > kept && isSpace(text.charCodeAt(end - 1))) end -= 1;
    if (end === lf) continue;
    pieces.push(text.slice(kept, end));
    kept = lf;
  }
  pieces.push(text.slice(kept, to));
  return pieces.toString();
}

/** The meaning of the markup of a WebVTT cue. */
export type Markup = {
  /** Entities decoded, voice tags taken out, other tags as they were. */
  readonly text: string;
  readonly speaker: string | null;
  readonly defect: 'multiple_speakers' | 'bad_voice_tag' | null;
};

/**
 * Reads the voice tags and entities of a cue's text (W3C WebVTT, "cue text tokenizer"). One scan:
 * a tag runs to the next `>`, and where there is none, to the end.
 */
export function readMarkup(raw: string): Markup {
  const pieces = new TextBuilder();
  let kept = 0;
  let speaker: string | null = null;
  let defect: Markup['defect'] = null;
  let less = raw.indexOf('<');
  let ampersand = raw.indexOf('&');
  while (less >= 0 || ampersand >= 0) {
    if (ampersand < 0 || (less >= 0 && less < ampersand)) {
      const close = raw.indexOf('>', less);
      const end = close < 0 ? raw.length : close;
      const voice = voiceTag(raw, less, end);
      if (voice) {
        if (close < 0) defect ??= 'bad_voice_tag';
        const name = voice.name && close >= 0 ? speakerName(raw.slice(voice.name, end)) : '';
        if (name !== '' && speaker !== null && name !== speaker) defect ??= 'multiple_speakers';
        speaker ??= name || null;
        pieces.push(raw.slice(kept, less));
        kept = end + 1;
      }
      if (ampersand >= 0 && ampersand <= end) ampersand = raw.indexOf('&', end); // entities within tags are not decoded
      less = raw.indexOf('<', end);
    } else {
      const entity = readEntity(raw, ampersand);
      if (entity) {
        pieces.push(raw.slice(kept, ampersand));
        pieces.push(entity.text);
        kept = entity.end;
      }
      ampersand = raw.indexOf('&', entity?.end ?? ampersand + 1);
    }
  }
  pieces.push(raw.slice(kept));
  return { text: tidy(pieces.toString()), speaker, defect };
}

/**
 * `<v`, `</v` and their classes, in lower case.
 * @returns `name`: index of the annotation, 0 for none; undefined when it is another tag
 */
export function voiceTag(raw: string, less: number, end: number): { readonly name: number } | undefined {
  let at = less + 1;
  const closing = raw.charCodeAt(at) === SLASH;
  if (closing) at += 1;
  if (at >= end || raw.charCodeAt(at) !== LETTER_V) return undefined;
  at += 1;
  if (at < end && raw.charCodeAt(at) !== DOT && !isWhitespace(raw.charCodeAt(at))) return undefined;
  if (closing) return { name: 0 };
  while (at < end && !isWhitespace(raw.charCodeAt(at))) at += 1; // classes
  return { name: at < end ? at + 1 : 0 };
}

/** An annotation as a name: entities decoded, trimmed, space collapsed. An invisible one, as `&nbsp;`, is none. */
export function speakerName(annotation: string): string {
  const name = collapseSpaces(decodeEntities(annotation));
  return /[^\s\p{Cf}]/u.test(name) ? name : '';
}

function decodeEntities(text: string): string {
  let at = text.indexOf('&');
  if (at < 0) return text;
  const pieces = new TextBuilder();
  let kept = 0;
  while (at >= 0) {
    const entity = readEntity(text, at);
    if (entity) {
      pieces.push(text.slice(kept, at));
      pieces.push(entity.text);
      kept = entity.end;
    }
    at = text.indexOf('&', entity?.end ?? at + 1);
  }
  pieces.push(text.slice(kept));
  return pieces.toString();
}

function collapseSpaces(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isWhitespace(text.charCodeAt(from))) from += 1;
  while (to > from && isWhitespace(text.charCodeAt(to - 1))) to -= 1;
  const pieces = new TextBuilder();
  let kept = from;
  for (let at = from; at < to; at++) {
    if (!isWhitespace(text.charCodeAt(at))) continue;
    let end = at + 1;
    while (isWhitespace(text.charCodeAt(end))) end += 1;
    if (end > at + 1 || text.charCodeAt(at) !== SPACE) {
      pieces.push(text.slice(kept, at));
      pieces.push(' ');
      kept = end;
    }
    at = end - 1;
  }
  pieces.push(text.slice(kept, to));
  return pieces.toString();
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', lrm: '\u200e', rlm: '\u200f', nbsp: '\u00a0' };

/** The name of the entity for a character. */
export function entityNameOf(character: string): string | undefined {
  return Object.keys(NAMED).find((name) => NAMED[name] === character);
}

/** Length of the longest entity, `&#x10FFFF;`, with room for zeros. */
const MAX_ENTITY_LENGTH = 16;

/** @returns the meaning of the entity at `&` and the index after it; undefined when the ampersand is text */
function readEntity(raw: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const most = Math.min(raw.length, at + MAX_ENTITY_LENGTH);
  let end = at + 1;
  while (end < most && isEntityPart(raw.charCodeAt(end))) end += 1;
  if (end >= most || raw.charCodeAt(end) !== SEMICOLON) return undefined;
  const name = raw.slice(at + 1, end);
  if (Object.hasOwn(NAMED, name)) return { text: NAMED[name] ?? '', end: end + 1 };
  const digits = /^#(?:x([0-9a-f]{1,8})|([0-9]{1,10}))$/i.exec(name);
  if (!digits) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  // As in HTML, a reference to no character gives the replacement character.
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return { text: isCharacter ? String.fromCodePoint(code) : '\ufffd', end: end + 1 };
}

/** A letter, a digit or `#`. */
function isEntityPart(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 35;
}

function isWhitespace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
}

const LF = 10;
const SPACE = 32;
const SEMICOLON = 59;
const SLASH = 47;
const DOT = 46;
const LETTER_V = 118;
