import { CueTexts } from './reading/cue-text.js';
import type { Defect, DefectCode, TranscriptFormat } from './defects.js';
import { SrtReader } from './reading/srt.js';
import { hasVttSignature, VttReader } from './reading/vtt.js';

/** Most bytes of UTF-8 that a transcript may have (contract 5.2). */
export const MAX_BYTES = 10_485_760;

/** Most subtitles of a transcript (contract 5.2). */
const MAX_SUBTITLES = 20_000;

/** Most defects that are described; further ones are only counted. */
export const MAX_DEFECTS = 100;

/** Most characters of a file that a message quotes. */
const MAX_QUOTED = 80;

type Times = { readonly startMs: number; readonly endMs: number };

/** One subtitle: whole milliseconds; `text` with LF between its lines. */
export type Subtitle = Times & { readonly speaker: string | null; readonly text: string };

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

/** A file on its way through a scan. */
export type Source = {
  readonly text: string;
  /** Index of the first character behind the byte order mark. */
  readonly from: number;
  readonly texts: CueTexts;
};

/**
 * Reads SRT or WebVTT in one forward scan and gives every subtitle to a function, every rule of transcripts.md checked: those of both
 * formats here, those of each by its reader. Linear in the text, whatever it is.
 */
export function scanTranscript(text: string, options: ScanOptions): ScanOutcome {
  const { isBytes = false, mayShare = false } = options;
  if (isTooLarge(text, isBytes))
    return refused(options.format ?? 'srt', 'too_large', `The transcript is larger than ${MAX_BYTES} bytes of UTF-8`, null);
  const mark = isBytes ? '\u00ef\u00bb\u00bf' : '\ufeff';
  const from = text.startsWith(mark) ? mark.length : 0;
  const isVtt = hasVttSignature(text, from);
  const format = isVtt ? 'vtt' : 'srt';
  if (options.format !== undefined && options.format !== format) return contradiction(options.format);

  const collector = new Collector(options);
  const source = { text, from, texts: new CueTexts(text, { isBytes, mayShare }) };
  if (isVtt) new VttReader(source, collector).read();
  else new SrtReader(source, collector).read();
  if (collector.count === 0 && collector.defectCount === 0) {
    collector.refuse('empty', `There is no subtitle in the file${isVtt ? '' : '; is it UTF-8?'}`, { line: 1 });
  }
  const { count, defects, defectCount } = collector;
  return { format, count, defects, defectCount };
}

function isTooLarge(text: string, isBytes: boolean): boolean {
  // A UTF-16 unit has three bytes at most: short texts need no count.
  return text.length > MAX_BYTES || (!isBytes && text.length * 3 > MAX_BYTES && utf8Length(text) > MAX_BYTES);
}

/** Bytes that a text has in UTF-8. A lone surrogate counts as U+FFFD: three bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // The second half of a pair adds nothing: a pair is four bytes.
    if (code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
  }
  return bytes;
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

type DefectPlace = { readonly line: number } & Partial<Pick<Defect, 'subtitle' | 'first_line' | 'first_subtitle'>>;

/** A part of a text, by its bounds. */
type Excerpt = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Takes the subtitles and the defects of a file in its order. Subtitles are handed on once their number and times are judged
 * (transcripts.md, both 2 and 3). Only the first defects are described, so that memory is bounded.
 */
export class Collector {
  /** Valid timing lines so far: the number of the present subtitle. */
  count = 0;
  readonly defects: Defect[] = [];
  defectCount = 0;
  readonly #lines: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #latestStart = -1;
  /** First subtitle with given times. Made only once a start is not after all before it: until then nothing can be a duplicate. */
  #seen: Map<string, number> | undefined;
  #isFull = false;
  readonly #onSubtitle: ScanOptions['onSubtitle'];
  readonly #onTimes: ScanOptions['onTimes'];
  readonly #endsAtDefect: boolean;

  constructor({ onSubtitle, onTimes, isBytes = false }: ScanOptions) {
    this.#onSubtitle = onSubtitle;
    this.#onTimes = onTimes;
    this.#endsAtDefect = isBytes;
  }

  /** Whether the scan is to end. */
  get isDone(): boolean {
    return this.#isFull || (this.#endsAtDefect && this.defectCount > 0);
  }

  /** Begins the subtitle of a valid timing line. One too many ends the scan. */
  begin(line: number, { startMs, endMs }: Times): void {
    if (this.count === MAX_SUBTITLES) {
      this.#isFull = true;
      this.refuse('too_many_subtitles', `There are more than ${MAX_SUBTITLES} subtitles`, { line, subtitle: MAX_SUBTITLES + 1 });
      return;
    }
    this.count += 1;
    this.#onTimes?.({ startMs, endMs }, line);
    const place = { line, subtitle: this.count };
    if (endMs < startMs) this.refuse('reversed_times', `The end ${inWords(endMs)} is before the start ${inWords(startMs)}`, place);
    const first = this.#firstWith(startMs, endMs);
    if (first !== undefined) {
      const first_line = this.#lines[first] ?? 0;
      this.refuse('duplicate_times', `The times are those of subtitle ${first + 1} in line ${first_line}`, {
        ...place,
        first_line,
        first_subtitle: first + 1,
      });
    }
    this.#lines.push(line);
    this.#starts.push(startMs);
    this.#ends.push(endMs);
  }

  /** Ends the present subtitle. */
  end(speaker: string | null, text: string): void {
    // Once something is wrong nothing is stored, so nothing need be kept.
    if (this.defectCount > 0) return;
    const at = this.count - 1;
    this.#onSubtitle({ startMs: this.#starts[at] ?? 0, endMs: this.#ends[at] ?? 0, speaker, text });
  }

  /** @param quoted bounds of the offending line, of which the message quotes up to 80 characters */
  refuse(code: DefectCode, words: string, place: DefectPlace, quoted?: Excerpt): void {
    this.defectCount += 1;
    if (this.defects.length >= MAX_DEFECTS) return;
    const { line, subtitle = null, ...first } = place;
    const message = quoted === undefined ? words : `${words}: ${excerpt(quoted)}`;
    this.defects.push({ field: 'content', code, message, line, subtitle, ...first });
  }

  #firstWith(startMs: number, endMs: number): number | undefined {
    if (startMs > this.#latestStart) {
      this.#latestStart = startMs;
      this.#seen?.set(`${startMs} ${endMs}`, this.count - 1);
      return undefined;
    }
    if (!this.#seen) {
      this.#seen = new Map();
      for (let at = 0; at < this.#starts.length; at++) this.#seen.set(`${this.#starts[at]} ${this.#ends[at]}`, at);
    }
    const times = `${startMs} ${endMs}`;
    const first = this.#seen.get(times);
    if (first === undefined) this.#seen.set(times, this.count - 1);
    return first;
  }
}

function inWords(ms: number): string {
  return `${ms / 1000} s`;
}

/** Counts code points, so that no surrogate pair is cut. */
function excerpt({ text, start: from, end }: Excerpt): string {
  const start = text.slice(from, Math.min(end, from + 2 * MAX_QUOTED + 2));
  const points = [...start];
  return points.length <= MAX_QUOTED && from + start.length === end ? `“${start}”` : `“${points.slice(0, MAX_QUOTED - 1).join('')}…”`;
}
