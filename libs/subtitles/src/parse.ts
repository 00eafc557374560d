import type { Defect, TranscriptFormat } from './defects.js';
import type { Subtitle } from './collector.js';
import { copyOf } from './reading/strings.js';
import { scanTranscript } from './scan.js';

export type ParseOutcome =
  | { readonly ok: true; readonly format: TranscriptFormat; readonly subtitles: readonly Subtitle[] }
  | { readonly ok: false; readonly defects: readonly Defect[]; readonly defectCount: number };

/**
 * Reads the text of an SRT or WebVTT file, every rule of docs/transcripts.md checked, in one forward scan. Pure; linear
 * in the text, whatever it is.
 *
 * @param content the whole file, decoded; a leading byte order mark is dropped
 * @param format detected from the content when left out
 * @returns the subtitles in the order of the file (times in whole milliseconds), or every defect of it: the first 100
 * described,
 *   all counted. Never throws.
 */
export function parseTranscript(content: string, format?: TranscriptFormat): ParseOutcome {
  const subtitles: Subtitle[] = [];
  const onSubtitle = ({ speaker, text, ...times }: Subtitle) =>
    subtitles.push({ ...times, speaker: speaker === null ? null : copyOf(speaker), text: copyOf(text) });
  const outcome = scanTranscript(content, { format, onSubtitle });
  if (outcome.defectCount > 0) return { ok: false, defects: outcome.defects, defectCount: outcome.defectCount };
  return { ok: true, format: outcome.format, subtitles };
}
