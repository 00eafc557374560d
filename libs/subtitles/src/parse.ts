import { type Defect, type TranscriptFormat } from './defects.js';
import { readSrt } from './srt.js';
import type { Subtitle } from './subtitle-list.js';
import { utf8Length } from './utf8-length.js';
import { hasVttSignature, readVtt } from './vtt.js';

/** Most bytes of UTF-8 that a transcript may have (decisions 5.2). */
export const MAX_BYTES = 10_485_760;

export type ParseOutcome =
  | { readonly ok: true; readonly format: TranscriptFormat; readonly subtitles: readonly Subtitle[] }
  | { readonly ok: false; readonly defects: readonly Defect[]; readonly defectCount: number };

/**
 * Reads the text of an SRT or WebVTT file, every rule of transcripts.md checked, in one forward scan. Pure; linear in the text,
 * whatever it is.
 *
 * @param content the whole file, decoded; a leading byte order mark is dropped
 * @param format detected from the content when left out
 * @returns the subtitles in the order of the file (times in whole milliseconds), or every defect of it: the first 100 described,
 *   all counted. Never throws.
 */
export function parseTranscript(content: string, format?: TranscriptFormat): ParseOutcome {
  // Three bytes a UTF-16 unit are the most there can be.
  if (content.length > MAX_BYTES || (content.length * 3 > MAX_BYTES && utf8Length(content) > MAX_BYTES)) {
    return refused('content', 'too_large', `The transcript is larger than ${MAX_BYTES} bytes of UTF-8`, null);
  }
  const from = content.startsWith('\ufeff') ? 1 : 0;
  const isVtt = hasVttSignature(content, from);
  if (format === 'vtt' && !isVtt) {
    return refused(
      'content',
      'bad_format',
      'A WebVTT file begins with "WEBVTT", followed by a space, a tab or a line end; if this is SRT, send it as "srt"',
      1,
    );
  }
  if (format === 'srt' && isVtt) {
    return refused('content', 'bad_format', 'The file begins with the signature of WebVTT; send it as "vtt"', 1);
  }
  const { list, count, defects } = isVtt ? readVtt(content, from) : readSrt(content, from);
  if (count === 0 && defects.count === 0)
    defects.add('empty', `There is no subtitle in the file${isVtt ? '' : '; is it UTF-8?'}`, { line: 1 });
  if (defects.count > 0) return { ok: false, defects: defects.list, defectCount: defects.count };
  return { ok: true, format: isVtt ? 'vtt' : 'srt', subtitles: list };
}

function refused(field: Defect['field'], code: Defect['code'], message: string, line: number | null): ParseOutcome {
  return { ok: false, defects: [{ field, code, message, line, subtitle: null }], defectCount: 1 };
}
