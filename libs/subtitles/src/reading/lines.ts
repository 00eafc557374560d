import type { TranscriptFormat } from '../defects.js';

/** Walks through the lines of a text, once, from the first. Line ends are LF. */
export class Lines {
  /** Bounds of the present line in `text`, its end excluded. */
  start = 0;
  end: number;
  /** Number of the present line, from 1. */
  number = 0;
  /** False at the end of the text: then the present line is empty. */
  more = true;
  /** The next arrow, remembered: whether there is one or not, the text is searched once. */
  #arrow = -1;

  /** @param from index of the first line's first character */
  constructor(
    readonly text: string,
    from: number,
  ) {
    this.end = from - 1;
    this.advance();
  }

  /** Goes to the next line. */
  advance(): void {
    this.start = this.end + 1;
    this.more = this.start <= this.text.length;
    if (this.more) {
      const lf = this.text.indexOf('\n', this.start);
      this.end = lf < 0 ? this.text.length : lf;
      this.number += 1;
    } else this.start = this.end = this.text.length;
  }

  /** Goes on to an empty line or one with an arrow. @returns index behind the last line before it */
  skipText(): number {
    let end = this.start;
    for (; !this.isEmpty && !this.hasArrow; this.advance()) end = this.end;
    return end;
  }

  /** The present line. */
  get line(): string {
    return this.text.slice(this.start, this.end);
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  get hasArrow(): boolean {
    if (this.#arrow < this.start) {
      const at = this.text.indexOf('-->', this.start);
      this.#arrow = at < 0 ? Infinity : at;
    }
    return this.#arrow < this.end;
  }

  /** Whether the present line has nothing but spaces, of whatever width. */
  get isBlank(): boolean {
    return !/[\S\v\f]/.test(this.line);
  }
}

export type Times = { readonly startMs: number; readonly endMs: number };

/** Hours optional, two digits or more; two digits of minutes and seconds; a dot and three digits. What follows the end is not judged. */
const VTT_TIME = String.raw`(?:(\d{2,}):)?(\d\d):(\d\d)\.(\d{3})(?!\d)`;
/** Hours optional; one or two digits of minutes and seconds; comma or dot and one to three digits, or none. A space follows the end. */
const SRT_TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?![.,\d])`;
const timingLine = (time: string, end: string) => new RegExp(`^[ \\t]*${time}[ \\t]*-->[ \\t]*${time}${end}`);
const TIMING_LINES: Readonly<Record<TranscriptFormat, RegExp>> = {
  vtt: timingLine(VTT_TIME, ''),
  srt: timingLine(SRT_TIME, '(?=[ \\t]|$)'),
};

/** Most hours of a time, so that a double holds its milliseconds exactly. */
const MAX_HOURS = 1e9;

/** Reads `start --> end`. @returns the times, and the index behind them; undefined when the line is no timing line */
export function readTiming(line: string, format: TranscriptFormat): (Times & { readonly end: number }) | undefined {
  const found = TIMING_LINES[format].exec(line);
  if (!found) return undefined;
  const [startMs, endMs] = [milliseconds(found.slice(1, 5)), milliseconds(found.slice(5))];
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs, end: found[0].length };
}

function milliseconds([hours = '0', minutes, seconds, fraction = '']: readonly (string | undefined)[]): number | undefined {
  if (Number(hours) > MAX_HOURS || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0')); // ",5" is half a second
}

/** Whether the line begins, after spaces, like a time: with a digit, `-` or `-->`. */
export function beginsLikeTime(line: string): boolean {
  return /^[ \t]*[-\d]/.test(line);
}

/** Whether the line is a number and nothing else, spaces around it apart. */
export function isNumber(line: string): boolean {
  return /^[ \t]*\d+[ \t]*$/.test(line);
}
