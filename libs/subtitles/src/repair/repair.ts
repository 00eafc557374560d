import type { Defect, TranscriptFormat } from '../defects.js';
import { MAX_DEFECTS } from '../collector.js';
import { judge } from '../judge.js';
import { withoutDisguise } from '../reading/disguise.js';
import { isNumber } from '../reading/lines.js';
import { closeUp } from './blocks.js';
import type { Change } from './change.js';
import { decode } from './decode.js';
import { readDocument, splitLines, writeDocument, type Document, type Line } from './document.js';
import { segmentsFromElsewhere, takeApart } from './joined.js';
import { repairSignature } from './signature.js';
import { repairCueTexts } from './speakers.js';
import { repairTimes, separateDuplicates } from './times.js';

export type Repair = {
  /** Whether `content` passes the judge. */
  readonly ok: boolean;
  /** The format of `content`. It differs from the declared one where the signature contradicts that. */
  readonly format: TranscriptFormat;
  /** The file with all that could be repaired. */
  readonly content: string;
  /** All that was changed, in the order of the file; lines are those of the file that was given. */
  readonly changes: readonly Change[];
  /** The defects that could not be repaired, with lines of the file that was given; empty when `ok`. */
  readonly defects: readonly Defect[];
  readonly defectCount: number;
};

/** Files of more lines are not repaired: 20,000 subtitles have fewer. */
const MAX_LINES = 500_000;

/**
 * Repairs a transcript so that an upload accepts it. Words are never changed, nor is a time that was right.
 * @param content the file; as bytes, its encoding is recognized
 * @param declared detected from the content when left out
 */
export function repair(content: string | Uint8Array, declared?: TranscriptFormat): Repair {
  const { lines, ...result } = repairOnce(content, declared);
  if (!result.ok || result.changes.length === 0) return result;
  // A second repair finds nothing to do. Where one would, what it takes for a timing or a header is among the words.
  const { ok, changes, defects: others } = repairOnce(result.content, result.format);
  const [change] = changes;
  if (ok && !change) return result;
  const message = 'This line looks like a timing line or a header, but cannot be told from the words around it';
  const defects = change ? [{ field: 'content' as const, code: 'bad_time' as const, message, line: change.line, subtitle: null }] : others;
  const given = defects.map((defect) => ({ ...defect, line: defect.line && (lines[defect.line - 1]?.number ?? defect.line) }));
  return { ...result, ok: false, defects: given, defectCount: given.length };
}

/** @returns `lines` of the repaired text, with their numbers in the one that was given */
function repairOnce(content: string | Uint8Array, declared?: TranscriptFormat): Repair & { readonly lines: readonly Line[] } {
  const changes: Change[] = [];
  const given = typeof content === 'string' ? content : decoded(content, changes);
  const before = judge(given, declared);
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const all = isHopeless(before.defects) ? [] : splitLines(given.slice(mark.length));
  if (all.length === 0 || all.length > MAX_LINES) return { ...before, format: declared ?? 'srt', content: given, changes, lines: [] };

  const { format, lines } = repairSignature(all, declared, changes);
  const document = readDocument(takeApart(lines, format, changes), format);
  repairTimes(document, changes);
  rewriteIndexes(document, changes);
  const unreadable = [...unreadableTimes(document), ...segmentsFromElsewhere(lines)];
  if (before.ok && changes.length === 0 && unreadable.length === 0) return { ...before, format, content: given, changes, lines };
  closeUp(document, changes);
  repairCueTexts(document, changes);
  separateDuplicates(document, changes);
  const written = writeDocument(document);
  const repaired = mark + written.text;
  const judged = judge(repaired, format);
  const defects = judged.defects.map((defect) => ({
    ...defect,
    line: defect.line && (written.lines[defect.line - 1]?.number ?? defect.line),
  }));
  // Below the last defect that it describes, the judge has only counted: what is unreadable there must not count twice.
  const end = judged.defectCount > defects.length ? (defects.at(-1)?.line ?? 0) : Infinity;
  const others = unreadable.filter(({ line }) => (line ?? 0) <= end && !defects.some((defect) => defect.line === line));
  return {
    ok: judged.ok && others.length === 0,
    format,
    content: repaired,
    changes: changes.sort((a, b) => a.line - b.line),
    defects: [...defects, ...others].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, MAX_DEFECTS),
    defectCount: judged.defectCount + others.length,
    lines: written.lines,
  };
}

/** Timing lines that nobody can read. A parser may take them for words, and the file would pass without their times. */
function unreadableTimes({ blocks }: Document): Defect[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'cue' || (block.timing.startMs !== null && block.timing.endMs !== null)) return [];
    const { number, text } = block.timing.line;
    const message = `This looks like a timing line, but its times cannot be read: “${text.trim().slice(0, 80)}”`;
    return [{ field: 'content' as const, code: 'bad_time' as const, message, line: number, subtitle: null }];
  });
}

/** An index in the digits of another script, or with invisible characters, would be words. */
function rewriteIndexes({ format, blocks }: Document, changes: Change[]): void {
  if (format !== 'srt') return;
  for (const block of blocks) {
    const [index] = block.kind === 'cue' ? block.above : [];
    if (block.kind !== 'cue' || !index || isNumber(index.text, 0, index.text.length)) continue;
    const text = withoutDisguise(index.text);
    changes.push({ code: 'index_rewritten', line: index.number, message: `The index is written as "${text}"` });
    block.above = [{ ...index, text }];
  }
}

function decoded(bytes: Uint8Array, changes: Change[]): string {
  const { text, encoding } = decode(bytes);
  if (encoding !== 'utf-8') changes.push({ code: 'decoded', line: 1, message: `The file is decoded from ${encoding}; it is UTF-8 now` });
  return text;
}

function isHopeless(defects: readonly Defect[]): boolean {
  return defects.some(({ code }) => code === 'too_large' || code === 'too_many_subtitles');
}
