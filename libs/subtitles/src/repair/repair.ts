import type { Defect, TranscriptFormat } from '../defects.js';
import { parseTranscript } from '../parse.js';
import { closeUp } from './blocks.js';
import type { Change } from './change.js';
import { decode } from './decode.js';
import { readDocument, splitLines, writeDocument } from './document.js';
import { repairSignature } from './signature.js';
import { repairCueTexts } from './speakers.js';
import { repairTimes, separateDuplicates } from './times.js';

/** What {@link repair} gives back. */
export type Repair = {
  /** Whether `content` passes the judge. */
  readonly ok: boolean;
  /** The format of `content`. It differs from the declared one where the signature contradicts that. */
  readonly format: TranscriptFormat;
  /** The file with all that could be repaired. */
  readonly content: string;
  /** All that was changed, in the order of the file; lines are those of the file that was given. */
  readonly changes: readonly Change[];
  /** What could not be repaired, with lines of the file that was given; empty when `ok`. */
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
  const changes: Change[] = [];
  const given = typeof content === 'string' ? content : decoded(content, changes);
  const before = parseTranscript(given, declared);
  if (before.ok) return { ok: true, format: before.format, content: given, changes, defects: [], defectCount: 0 };
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const all = isHopeless(before.defects) ? [] : splitLines(given.slice(mark.length));
  if (all.length === 0 || all.length > MAX_LINES) return { ...before, format: declared ?? 'srt', content: given, changes };

  const { format, lines } = repairSignature(all, declared, changes);
  const document = readDocument(lines, format);
  repairTimes(document, changes);
  closeUp(document, changes);
  repairCueTexts(document, changes);
  separateDuplicates(document, changes);
  const written = writeDocument(document);
  const repaired = mark + written.text;
  const outcome = parseTranscript(repaired, format);
  const { defects, defectCount } = outcome.ok ? { defects: [], defectCount: 0 } : outcome;
  return {
    ok: outcome.ok,
    format,
    content: repaired,
    changes: changes.sort((a, b) => a.line - b.line),
    defects: defects.map((defect) => ({ ...defect, line: defect.line && (written.lines[defect.line - 1]?.number ?? defect.line) })),
    defectCount,
  };
}

function decoded(bytes: Uint8Array, changes: Change[]): string {
  const { text, encoding } = decode(bytes);
  if (encoding !== 'utf-8') changes.push({ code: 'decoded', line: 1, message: `The file is decoded from ${encoding}; it is UTF-8 now` });
  return text;
}

function isHopeless(defects: readonly Defect[]): boolean {
  return defects.some(({ code }) => code === 'too_large' || code === 'too_many_subtitles');
}
