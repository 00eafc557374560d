import { Collector, type Subtitle, type Times } from './reading/collector.js';
import type { Defect, DefectCode, TranscriptFormat } from './defects.js';
import { SrtReader } from './reading/srt.js';
import { StringArena } from './reading/strings.js';
import { BYTES, CHARACTERS, type Units } from './reading/units.js';
import { utf8Length } from './reading/utf8-length.js';
import { hasVttSignature, VttReader } from './reading/vtt.js';

/** Most bytes of UTF-8 that a transcript may have (decisions 5.2). */
export const MAX_BYTES = 10_485_760;

/** A file on its way through a scan. */
export type Source = {
  readonly text: string;
  /** Index of the first character behind the byte order mark. */
  readonly from: number;
  readonly units: Units;
  /** The part of the text between two indexes. */
  readonly copy: (from: number, to: number) => string;
};

export type ScanOptions = {
  /** Detected from the content when left out. */
  readonly format?: TranscriptFormat | undefined;
  readonly onSubtitle: (subtitle: Subtitle) => void;
  /** Given the times and the line number of every valid timing line, also of a file with defects. */
  readonly onTimes?: (times: Times, line: number) => void;
  /**
   * The content is not text but the bytes of UTF-8, one a character (Latin-1); subtitles are given in the same way. The scan ends
   * at the first defect: decode the bytes to have all of them described.
   */
  readonly isBytes?: boolean;
  /** Subtitles may be slices of the content: it is not kept longer than they are. */
  readonly mayShare?: boolean;
};

/** `defects` has the first 100 of them; without any, all subtitles have been given. */
export type ScanOutcome = {
  readonly format: TranscriptFormat;
  readonly count: number;
  readonly defects: readonly Defect[];
  readonly defectCount: number;
};

/**
 * Reads SRT or WebVTT in one forward scan and gives every subtitle to a function, every rule of transcripts.md checked.
 * Linear in the text, whatever it is.
 */
export function scanTranscript(text: string, options: ScanOptions): ScanOutcome {
  const { isBytes = false, mayShare = false, onSubtitle } = options;
  if (isTooLarge(text, isBytes))
    return refused(options.format ?? 'srt', 'too_large', `The transcript is larger than ${MAX_BYTES} bytes of UTF-8`, null);
  const units = isBytes ? BYTES : CHARACTERS;
  const mark = units.encode('\ufeff');
  const from = text.startsWith(mark) ? mark.length : 0;
  const isVtt = hasVttSignature(text, from);
  const format = isVtt ? 'vtt' : 'srt';
  if (options.format !== undefined && options.format !== format) return contradiction(options.format);

  const collector = new Collector(onSubtitle, isBytes, options.onTimes);
  const arena = new StringArena(text);
  const copy = mayShare ? (start: number, end: number) => text.slice(start, end) : (start: number, end: number) => arena.copy(start, end);
  const source = { text, from, units, copy };
  if (isVtt) new VttReader(source, collector).read();
  else new SrtReader(source, collector).read();
  const { count, defects } = collector;
  if (count === 0 && defects.count === 0) {
    defects.add('empty', `There is no subtitle in the file${isVtt ? '' : '; is it UTF-8?'}`, { line: 1 });
  }
  return { format, count, defects: defects.list, defectCount: defects.count };
}

function isTooLarge(text: string, isBytes: boolean): boolean {
  // A UTF-16 unit has three bytes at most: short texts need no count.
  return text.length > MAX_BYTES || (!isBytes && text.length * 3 > MAX_BYTES && utf8Length(text) > MAX_BYTES);
}

function contradiction(declared: TranscriptFormat): ScanOutcome {
  const message =
    declared === 'vtt'
      ? 'A WebVTT file begins with "WEBVTT", followed by a space, a tab or a line end; if this is SRT, send it as "srt"'
      : 'The file begins with the signature of WebVTT; send it as "vtt"';
  return refused(declared, 'bad_format', message, 1);
}

function refused(format: TranscriptFormat, code: DefectCode, message: string, line: number | null): ScanOutcome {
  return { format, count: 0, defects: [{ field: 'content', code, message, line, subtitle: null }], defectCount: 1 };
}
