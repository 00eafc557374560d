import { isSpace } from './lines.js';
import { copyOf, replaceEach, TextBuilder } from './strings.js';

/** The text with LF for every line end and U+FFFD for every NUL. */
export function normalize(text: string): string {
  // Nearly every text has neither.
  return text.includes('\r') || text.includes('\0')
    ? replaceEach(text, /\r\n?|\0/g, ([found]) => (found === '\0' ? '\ufffd' : '\n'))
    : text;
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
  if (pieces.isEmpty) return copyOf(text.slice(kept, to));
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

const ENTITY = String.raw`&(?:(amp|lt|gt|lrm|rlm|nbsp)|#[xX]([\da-fA-F]{1,8})|#(\d{1,10}));`;
const ENTITIES = new RegExp(ENTITY, 'g');

/** A tag runs to the next `>`, and where there is none, to the end. Entities within it are not decoded. */
const TOKENS = new RegExp(`${ENTITY}|<[^>]*>?`, 'g');

/** `<v`, `</v` and their classes, in lower case; and the annotation. */
const VOICE = /^<(?:\/v(?![^. \t\n\f\r>])|v(?![^. \t\n\f\r>])[^ \t\n\f\r>]*(?:[ \t\n\f\r]([^>]*))?)/;

/** Reads the voice tags and entities of a cue's text (W3C WebVTT, "cue text tokenizer"). */
export function readMarkup(raw: string): Markup {
  let speaker: string | null = null;
  let defect: Markup['defect'] = null;
  const text = replaceEach(raw, TOKENS, (token) => {
    const [tag] = token;
    if (!tag.startsWith('<')) return characterOf(token);
    const name = speakerOf(tag);
    if (name === undefined) return tag;
    if (!tag.endsWith('>')) defect ??= 'bad_voice_tag';
    else if (name !== '') {
      if (speaker !== null && name !== speaker) defect ??= 'multiple_speakers';
      speaker ??= name;
    }
    return '';
  });
  return { text: tidy(text), speaker, defect };
}

/**
 * The name in a voice tag: entities decoded, trimmed, inner space collapsed. What nobody sees, such as `&nbsp;`, is no name.
 * @returns an empty string where there is none; undefined for other tags
 */
export function speakerOf(tag: string): string | undefined {
  const voice = VOICE.exec(tag);
  if (!voice) return undefined;
  const decoded = replaceEach(voice[1] ?? '', ENTITIES, characterOf);
  const name = replaceEach(decoded, /[ \t\n\f\r]+/g, () => ' ').replace(/^ | $/g, '');
  return /[^\s\p{Cf}]/u.test(name) ? copyOf(name) : '';
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', lrm: '\u200e', rlm: '\u200f', nbsp: '\u00a0' };

/** The name of the entity for a character. */
export function entityNameOf(character: string): string | undefined {
  return Object.keys(NAMED).find((name) => NAMED[name] === character);
}

function characterOf([, name, hex, decimal]: RegExpExecArray): string {
  if (name !== undefined) return NAMED[name] ?? '';
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  // As HTML has it: what is no character is the replacement character.
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

const LF = 10;
