import type { Defect, TranscriptFormat } from './defects.js';
import { scanTranscript } from './scan.js';

/** The answer of an upload of the same text. */
export type Verdict = {
  readonly ok: boolean;
  /** The first 100 defects, in the order of the file; empty when `ok`. */
  readonly defects: readonly Defect[];
  /** All of them. */
  readonly defectCount: number;
};

/** Judges a file without keeping its subtitles. @param format detected from the content when left out */
export function judge(content: string, format?: TranscriptFormat): Verdict {
  const { defects, defectCount } = scanTranscript(content, { format, onSubtitle: () => undefined });
  return { ok: defectCount === 0, defects, defectCount };
}
