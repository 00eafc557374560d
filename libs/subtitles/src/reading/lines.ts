import type { TranscriptFormat } from '../defects.js';

/** Beyond every index of a text. */
const NONE = Number.MAX_SAFE_INTEGER;

function indexFrom(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? NONE : at;
}

/** A decoded file. */
export type Source = {
  readonly text: string;
  /** Index of the first character behind the byte order mark. */
  readonly from: number;
};

/** Walks through the lines of a text, once, from the first. Line ends are LF, CR and CRLF. */
export class Lines {
  /** Bounds of the present line in `text`, its end excluded. */
  start = 0;
  end = 0;
  /** Number of the present line, from 1. */
  number = 0;
  /** Bounds of the lines that {@link takeText} went over. */
  textStart = 0;
  textEnd = 0;
  /** Where the last of these lines begins, and where the line before it ends. */
  lastStart = 0;
  lastPrevious = 0;
  /** False at the end of the text: then the present line is empty. */
  more = true;
  readonly #text: string;
  #next: number;
  #lf = -1;
  #cr = -1;
  #arrow = -1;

  /** @param from index of the first line's first character */
  constructor(text: string, from: number) {
    this.#text = text;
    this.#next = from;
    this.advance();
  }

  /** Goes to the next line. */
  advance(): void {
    const text = this.#text;
    const next = this.#next;
    if (next > text.length) {
      this.start = this.end = text.length;
      this.more = false;
      return;
    }
    this.start = next;
    this.number += 1;
    if (this.#lf < next) this.#lf = indexFrom(text, '\n', next);
    if (this.#cr < next) this.#cr = indexFrom(text, '\r', next);
    if (this.#cr < this.#lf) {
      this.end = this.#cr;
      this.#next = this.#cr + (this.#lf === this.#cr + 1 ? 2 : 1);
    } else {
      this.end = this.#lf === NONE ? text.length : this.#lf;
      this.#next = this.end + 1;
    }
  }

  /** Begins a text at the present line. */
  beginText(): void {
    this.textStart = this.textEnd = this.lastStart = this.lastPrevious = this.start;
  }

  /** Adds lines to the text, up to an empty line or one with an arrow. */
  takeText(): void {
    while (this.start !== this.end && !this.hasArrow) this.takeLine();
  }

  /** Adds the present line to the text, and goes to the next. */
  takeLine(): void {
    this.lastPrevious = this.textEnd;
    this.lastStart = this.start;
    this.textEnd = this.end;
    this.advance();
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  /** Whether the present line contains `-->`. */
  get hasArrow(): boolean {
    if (this.#arrow < this.start) this.#arrow = indexFrom(this.#text, '-->', this.start);
    return this.#arrow < this.end;
  }

  /** Whether the present line has nothing but spaces, of whatever width. */
  get isBlank(): boolean {
    for (let at = this.start; at < this.end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code !== 32 && code !== 9 && (code < 0xa0 || !/\s/.test(this.#text.charAt(at)))) return false;
    }
    return true;
  }
}

/** Hours optional, two digits or more; two digits of minutes and seconds; a dot and three digits. */
const VTT_TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)`;

/** Hours optional, one digit or more; one or two digits of minutes and seconds; comma or dot and one to three digits, or none. */
const SRT_TIME = String.raw`(?:(\d+):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?(?!\d)`;

/** The latest time: a billion hours, so that a double holds it exactly. */
const MAX_MS = 1e9 * 3_600_000 + 3_599_999;

/** Reads `start --> end`. One instance per file; `startMs` and `endMs` belong to the line read last. */
export class TimingLine {
  startMs = 0;
  endMs = 0;
  /** Index behind the end time that was read last. */
  end = 0;
  readonly #text: string;
  readonly #pattern: RegExp;

  constructor(text: string, format: TranscriptFormat) {
    this.#text = text;
    const time = format === 'vtt' ? VTT_TIME : SRT_TIME;
    // WebVTT takes anything behind the end time, SRT a space.
    this.#pattern = new RegExp(`[ \\t]*${time}[ \\t]*-->[ \\t]*${time}${format === 'vtt' ? '' : '(?![^ \\t\\r\\n])'}`, 'y');
  }

  /** @param from where a line begins. @returns whether it is a timing line */
  read(from: number): boolean {
    this.#pattern.lastIndex = from;
    const found = this.#pattern.exec(this.#text);
    if (!found) return false;
    this.startMs = milliseconds(found[1], found[2], found[3], found[4]);
    this.endMs = milliseconds(found[5], found[6], found[7], found[8]);
    this.end = this.#pattern.lastIndex;
    return Math.max(this.startMs, this.endMs) <= MAX_MS;
  }
}

/** ",5" is half a second. */
function milliseconds(hours = '0', minutes = '0', seconds = '0', fraction = ''): number {
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'));
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** Whether the line begins, after spaces, like a time: with a digit, `-` or `-->`. */
export function beginsLikeTime(line: string): boolean {
  return /^[ \t]*[-\d]/.test(line);
}

/** Whether the line is a number and nothing else, spaces around it apart. */
export function isNumber(line: string): boolean {
  return /^[ \t]*\d+[ \t]*$/.test(line);
}
