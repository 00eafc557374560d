/**
 * A line without what hides a time from a parser: digits of other scripts, invisible characters, entities, markup,
 * quotes, and arrows of other kinds. It is for looking at; words are never taken from it.
 */
export function withoutDisguise(line: string): string {
  const shown = line
    .replace(/&(gt|lt|amp|nbsp|lrm|rlm|minus|ndash|mdash|rarr|quot|#\d{1,7}|#x[\da-f]{1,6});/gi, (_, name: string) => characterOf(name))
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, digitOf)
    .replace(/<\/?[a-z]\w{0,9}(?:[\s.][^<>]*)?(?<!-)>|\{\\[^{}]*\}/gi, '')
    .replace(/[∶ː꞉]/g, ':')
    .replace(/[٫،]/g, '.')
    .replace(ARROW, '-->')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”„‟‘’«‹`*_#|•·>]+/, '');
  let end = shown.length;
  while (end > 0 && QUOTES.includes(shown.charAt(end - 1))) end -= 1;
  return shown.slice(0, end);
}

/** The text that may follow a timing. An expression for it at a line's end would scan each run again and again. */
const QUOTES = ' "\'“”„‟‘’»›`*_|';

/** Dashes with a head, and the arrows of Unicode. */
const ARROW = /(?:[-\p{Pd}−─━=~]\s?){1,4}[>›»❯➤]{1,2}|[←-⇿⟰-⟿⤀-⥿⬀-⯿➔➘-➯➱-➾🠀-🣿]+/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  gt: '>', lt: '<', amp: '&', nbsp: ' ', lrm: '', rlm: '', minus: '-', ndash: '–', mdash: '—', rarr: '→', quot: '"',
}; // prettier-ignore

function characterOf(name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? '';
  const code = /x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** The value of a digit of any script: the digits of a script stand together, from zero to nine. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

const NAMES: Readonly<Record<number, string>> = {
  0xa0: 'no-break space', 0x200b: 'zero-width space', 0x200e: 'left-to-right mark', 0x200f: 'right-to-left mark', 0x202f: 'narrow no-break space',
  0x2060: 'word joiner', 0xfeff: 'byte order mark', 0xad: 'soft hyphen',
}; // prettier-ignore

/** Characters of a line that are looked at for a hint. */
export const MAX_HINT = 300;

/** Names the characters of a line that nobody sees, as "; it has a no-break space (U+00A0)"; empty for none. */
export function invisibleHint(line: string): string {
  const found = [...new Set(line.match(/\p{Cf}|(?! )\p{Zs}/gu) ?? [])].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return `${NAMES[code] ?? 'invisible character'} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
  });
  return found.length === 0 ? '' : `; it has invisible characters: ${found.join(', ')}`;
}
