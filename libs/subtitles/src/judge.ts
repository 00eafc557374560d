import type { Defect, TranscriptFormat } from './defects.js';
import { parseTranscript } from './parse.js';

/** What an upload of the same text would answer. */
export type Verdict = {
  readonly ok: boolean;
  /** The first 100 defects, in the order of the file; empty when `ok`. */
  readonly defects: readonly Defect[];
  /** All of them. */
  readonly defectCount: number;
};

/** Judges a file without keeping its subtitles. @param format detected from the content when left out */
export function judge(content: string, format?: TranscriptFormat): Verdict {
  const outcome = parseTranscript(content, format);
  return outcome.ok ? { ok: true, defects: [], defectCount: 0 } : outcome;
}
