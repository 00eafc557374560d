import { replaceAll, replaceEach } from './strings.js';

/** Lines joined by LF, without space at their ends and without empty lines at the two ends of the text (contract 5). */
export function tidy(text: string): string {
  const lines = hasSpacedEnds(text) ? text.replace(/(?<![ \t])[ \t]+(?=\n|$)/g, '') : text;
  let from = 0;
  let to = lines.length;
  while (lines.charAt(from) === '\n') from += 1;
  while (to > from && lines.charAt(to - 1) === '\n') to -= 1;
  return lines.slice(from, to);
}

const hasSpacedEnds = (text: string): boolean => [' ', '\t'].some((space) => text.includes(`${space}\n`) || text.endsWith(space));

/** The meaning of the markup of a WebVTT cue. */
export type Markup = {
  /** Entities decoded, voice tags taken out, other tags as they were. */
  readonly text: string;
  readonly speaker: string | null;
  readonly defect: 'multiple_speakers' | 'bad_voice_tag' | null;
};

/** The characters that have entities, by name; the ampersand first. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', lrm: '\u200e', rlm: '\u200f', nbsp: '\u00a0' };

const ENTITY = new RegExp(`&(?:(${Object.keys(NAMED).join('|')})|#(\\d{1,10})|#[xX]([\\da-fA-F]{1,8}));`, 'g');
/** A tag runs to the next `>`, and where there is none, to the end; entities within it are not decoded. */
const TAG_OR_ENTITY = new RegExp(`<[^>]*>?|${ENTITY.source}`, 'g');
/** `<v`, `</v`, their classes, and the annotation, which is the name. */
const VOICE_TAG = /^<(\/?)v(?=[.> \t\n\f\r]|$)[^> \t\n\f\r]*(?:[ \t\n\f\r]([^>]*))?/;

/** Reads the voice tags and entities of a cue's text (W3C WebVTT, "cue text tokenizer"). */
export function readMarkup(raw: string): Markup {
  let speaker: string | null = null;
  let defect: Markup['defect'] = null;
  const text = replaceEach(raw, TAG_OR_ENTITY, (match) => {
    const [part] = match;
    if (part.startsWith('&')) return characterOf(match);
    if (!VOICE_TAG.test(part)) return part;
    if (!part.endsWith('>')) defect ??= 'bad_voice_tag';
    const name = speakerOf(part);
    if (name !== '' && speaker !== null && name !== speaker) defect ??= 'multiple_speakers';
    speaker ??= name || null;
    return '';
  });
  return { text: tidy(text), speaker, defect };
}

/**
 * The speaker that a closed tag names, else empty: entities decoded, trimmed, inner space collapsed. What nobody sees, such as `&nbsp;`,
 * is no name.
 */
export function speakerOf(tag: string): string {
  const [, slash, annotation = ''] = VOICE_TAG.exec(tag) ?? [];
  if (slash !== '' || !tag.endsWith('>')) return '';
  const name = replaceEach(annotation, ENTITY, characterOf)
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(/^ | $/g, '');
  return /[^\s\p{Cf}]/u.test(name) ? name : '';
}

/** As HTML has it: what is no character is the replacement character. */
function characterOf([, name, decimal, hex = '']: RegExpExecArray): string {
  if (name !== undefined) return NAMED[name] ?? '';
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** The text with entities for the characters that have them. */
export function withEntities(text: string): string {
  if (!/[&<>\u200e\u200f\u00a0]/.test(text)) return text;
  return Object.entries(NAMED).reduce((encoded, [name, character]) => replaceAll(encoded, character, `&${name};`), text);
}
