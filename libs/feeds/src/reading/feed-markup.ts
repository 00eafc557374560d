import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import type { FeedWarningCode } from './feed-warnings.js';

/** Characters that XML 1.0 does not have (2.2), apart from lone surrogates, which no decoder yields. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** An ampersand and the reference that it begins, if it begins one. */
const AMPERSAND = /&(?:#(\d+|x[\da-f]+);|([a-z][\da-z]*);)?/gi;

const XML_ENTITIES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Removes what XML does not allow. */
export function withoutControls(text: string): string {
  return text.search(CONTROL) === -1 ? text : text.replace(CONTROL, '');
}

/** The index of the first character of each line that XML does not allow. */
export function* controlsOf(text: string): Generator<number> {
  const control = new RegExp(CONTROL);
  for (let found = control.exec(text); found; found = control.exec(text)) {
    yield found.index;
    const end = text.indexOf('\n', found.index);
    if (end === -1) return;
    control.lastIndex = end;
  }
}

function isControl(codePoint: number): boolean {
  return codePoint <= 0xffff && withoutControls(String.fromCodePoint(codePoint)) === '';
}

/** Replaces references by their characters: XML's, numbers, and HTML's names; never definitions of the document. */
export function decoded(text: string): string {
  return withoutControls(text.includes('&') ? decodeHTMLStrict(text) : text);
}

/** Reports what a strict parser would refuse in a text or an attribute. */
export function checkReferences(text: string, found: (code: FeedWarningCode, index: number) => void): void {
  if (!text.includes('&')) return;
  for (const { 0: reference, 1: number, 2: name, index } of text.matchAll(AMPERSAND)) {
    if (reference === '&') found('bare_ampersand', index);
    else if (number !== undefined && isControl(Number(`0${number}`))) found('control_character', index);
    else if (name !== undefined && !XML_ENTITIES.has(name)) {
      found(decodeHTMLStrict(reference) === reference ? 'unknown_entity' : 'html_entity', index);
    }
  }
}

/** Characters of a fragment of HTML that are read: the parser's time grows with the square of the depth of elements. */
const MAX_HTML = 16_000;

/** The text of a fragment of HTML, such as an Atom title of `type="html"`. */
export function htmlText(html: string): string {
  let text = '';
  const parser = new Parser({ ontext: (some) => (text += some) });
  parser.end(html.slice(0, MAX_HTML));
  return withoutControls(text);
}
