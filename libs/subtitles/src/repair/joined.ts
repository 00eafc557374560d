import { hasVttSignature } from '../reading/vtt.js';
import type { Change } from './change.js';
import { isDigits, type Line } from './document.js';
import { readLoosely } from './loose-timing.js';

const SEGMENT_HEADER = 'X-TIMESTAMP-MAP';

/**
 * Takes files apart that were put one after the other: byte order marks within the text, and the signatures and headers of further files,
 * which would become words. @param lines those of the first file begin with its signature, if it has one
 */
export function takeApart(lines: readonly Line[], changes: Change[]): readonly Line[] {
  if (!lines.some(({ text }, at) => at > 0 && /\ufeff|^\s*WEBVTT|^X-TIMESTAMP-MAP/.test(text))) return lines;
  const kept: Line[] = [];
  let inHeader = false;
  for (const line of lines.flatMap((one, at) => (at === 0 ? [one] : withoutMarks(one, changes)))) {
    if (kept.length > 0 && beginsFile(line, kept.at(-1))) {
      changes.push({ code: 'files_taken_apart', line: line.number, message: 'The header of another file is removed' });
      inHeader = true;
      const timing = line.text.replace(/^\s*WEBVTT\s*/, '');
      if (!readLoosely(timing, 'vtt')) continue;
      kept.push({ ...line, text: '' }, { ...line, text: timing });
    } else if (!inHeader || line.text.trim() === '' || readLoosely(line.text, 'vtt')) kept.push(line);
    else continue;
    inHeader = false;
  }
  return kept;
}

/** A byte order mark before an index, a time or a signature begins a line, and a block where it was within one. */
function withoutMarks(line: Line, changes: Change[]): Line[] {
  const at = line.text.indexOf('\ufeff');
  const behind = { ...line, text: line.text.slice(at).replaceAll('\ufeff', '') };
  if (at < 0 || !(isDigits(behind) || readLoosely(behind.text, 'srt') || /^WEBVTT(?=[\s\d]|$)/.test(behind.text))) return [line];
  changes.push({ code: 'files_taken_apart', line: line.number, message: 'A byte order mark within the file is removed' });
  const end = line.end || '\n';
  return at === 0 ? [behind] : [{ ...line, end, text: line.text.slice(0, at) }, { ...line, end, text: '' }, behind];
}

function beginsFile({ text }: Line, before: Line | undefined): boolean {
  const isSignature =
    hasVttSignature(text, 0) || /^\s*WEBVTT\s*$/.test(text) || (text.startsWith('WEBVTT') && !!readLoosely(text.slice(6), 'vtt'));
  const isBlock = before === undefined || before.text.trim() === '';
  return (isBlock && (isSignature || text.startsWith(SEGMENT_HEADER))) || text.trim() === 'WEBVTT';
}
