import { Collector, type Listener } from './collector.js';
import type { Defect, DefectCode, TranscriptFormat } from './defects.js';
import { encodingHint } from './reading/hints.js';
import { SrtReader } from './reading/srt.js';
import { hasVttSignature, VttReader } from './reading/vtt.js';

/** Most bytes of UTF-8 that a transcript may have (contract 5.2). */
export const MAX_BYTES = 10_485_760;

export type ScanOptions = Listener & {
  /** Detected from the content when left out. */
  readonly format?: TranscriptFormat | undefined;
  /** Bytes of UTF-8; counted when left out, which takes as long as half the scan. */
  readonly byteSize?: number;
};

/** `defects` has the first 100 of them; without any, all subtitles have been given. */
export type ScanOutcome = {
  readonly format: TranscriptFormat;
  readonly count: number;
  readonly defects: readonly Defect[];
  readonly defectCount: number;
};

/**
 * Reads SRT or WebVTT in one forward scan and gives every subtitle to a function, every rule of both formats checked.
 * Linear in the text, whatever it is. What is given may be slices, which keep the whole text alive.
 */
export function scanTranscript(text: string, { format: declared, byteSize, ...listener }: ScanOptions): ScanOutcome {
  if (byteSize === undefined ? isTooLarge(text) : byteSize > MAX_BYTES)
    return refused(declared ?? 'srt', 'too_large', `The transcript is larger than ${MAX_BYTES} bytes of UTF-8`, null);
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const isVtt = hasVttSignature(text, from);
  const format = isVtt ? 'vtt' : 'srt';
  if (declared !== undefined && declared !== format) return contradiction(declared, text);

  const collector = new Collector(listener);
  const source = { text, from };
  if (isVtt) new VttReader(source, collector).read();
  else new SrtReader(source, collector).read();
  if (collector.count === 0 && collector.defectCount === 0) {
    collector.refuse('empty', `There is no subtitle in the file${isVtt ? '' : encodingHint(text)}`, { line: 1 });
  }
  const { count, defects, defectCount } = collector;
  return { format, count, defects, defectCount };
}

export function isTooLarge(text: string): boolean {
  // A UTF-16 unit has three bytes at most: short texts need no count.
  return text.length > MAX_BYTES || (text.length * 3 > MAX_BYTES && new TextEncoder().encode(text).length > MAX_BYTES);
}

function contradiction(declared: TranscriptFormat, text: string): ScanOutcome {
  const message =
    declared === 'vtt'
      ? `A WebVTT file begins with "WEBVTT", followed by a space, a tab or a line end; if this is SRT, send it as "srt"${encodingHint(text, '')}`
      : 'The file begins with the signature of WebVTT; send it as "vtt"';
  return refused(declared, 'bad_format', message, 1);
}

function refused(format: TranscriptFormat, code: DefectCode, message: string, line: number | null): ScanOutcome {
  return { format, count: 0, defects: [{ field: 'content', code, message, line, subtitle: null }], defectCount: 1 };
}
