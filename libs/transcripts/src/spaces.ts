import { LineReader } from './line-reader.js';

const TAB = 0x09;
const LF = 0x0a;
const FF = 0x0c;
const CR = 0x0d;
const SPACE = 0x20;

/** Whether a code is space within a line, as WebVTT sees it: space, tab or form feed. */
export function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === FF;
}

/** The first place in `text` from `at` that is no space within a line; `end` when there is none. */
export function skipSpaces(text: string, at: number, end: number): number {
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of what is left of `text` from `start` to `end` without the spaces at its end. */
export function trimEnd(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Whether nothing but space stands between `start` and `end`; here the spaces of Unicode count too. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || code === LF || code === CR) continue;
    if ((code > SPACE && code < 0xa0) || text.charAt(at).trim() !== '' || code === 0xfeff) return false;
  }
  return true;
}

/** A name as it is compared and stored: trimmed, each inner run of space one space (transcripts.md, WebVTT 4); null when blank. */
export function tidyName(name: string): string | null {
  if (isBlank(name, 0, name.length)) return null;
  const parts: string[] = [];
  let start = skipSpacesAndBreaks(name, 0);
  let at = start;
  while (at < name.length) {
    if (!isSpaceOrBreak(name.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const next = skipSpacesAndBreaks(name, at);
    const isTidy = next === at + 1 && next < name.length && name.charCodeAt(at) === SPACE;
    if (!isTidy) {
      parts.push(name.slice(start, at));
      start = next;
    }
    at = next;
  }
  if (start < name.length) parts.push(name.slice(start));
  return parts.join(' ');
}

/**
 * Text as it is stored: LF between lines, no space at the end of a line, no empty line at either end (transcripts.md, both
 * formats 6). Empty lines inside stay.
 */
export function tidyLines(text: string): string {
  const lines = new LineReader(text, 0);
  const kept: string[] = [];
  let emptyLines = 0;
  let changed = false;
  while (lines.read()) {
    const end = trimEnd(text, lines.start, lines.end);
    if (end < lines.end || (!lines.endsWithLf && lines.end < text.length)) changed = true;
    if (end === lines.start) {
      emptyLines += 1;
      continue;
    }
    if (kept.length > 0) for (; emptyLines > 0; emptyLines -= 1) kept.push('');
    else if (emptyLines > 0) changed = true;
    emptyLines = 0;
    kept.push(text.slice(lines.start, end));
  }
  const endsWithBreak = lines.end < text.length;
  return changed || emptyLines > 0 || endsWithBreak ? kept.join('\n') : text;
}

function isSpaceOrBreak(code: number): boolean {
  return isSpace(code) || code === LF || code === CR;
}

function skipSpacesAndBreaks(text: string, at: number): number {
  while (at < text.length && isSpaceOrBreak(text.charCodeAt(at))) at += 1;
  return at;
}
