/** Beyond every index of a text. */
const NONE = Number.MAX_SAFE_INTEGER;

function indexFrom(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? NONE : at;
}

/**
 * Finds the occurrences of a string, in ascending order. The next one is remembered: however often it is asked for, and
 * whether it exists or not, the text is searched once.
 */
export class NextOccurrence {
  readonly #text: string;
  readonly #what: string;
  #at = -1;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  /** @returns index of the next occurrence at or after an index; beyond every index when there is none */
  from(index: number): number {
    if (this.#at < index) this.#at = indexFrom(this.#text, this.#what, index);
    return this.#at;
  }
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

/** How the times of a format are written. */
export type TimeGrammar = {
  /** Fewest digits of the hours, where there are hours. */
  readonly hourDigits: number;
  /** Fewest digits of minutes and of seconds; two at most. */
  readonly minDigits: number;
  /** Whether the fraction may begin with a comma, be shorter than three digits, or be left out. */
  readonly looseFraction: boolean;
};

/** Hours optional, two digits or more; two digits of minutes and seconds; a dot and three digits. */
export const VTT_TIMES: TimeGrammar = { hourDigits: 2, minDigits: 2, looseFraction: false };

/** Hours optional, one digit or more; minutes and seconds of one or two; comma or dot and up to three, or none. */
export const SRT_TIMES: TimeGrammar = { hourDigits: 1, minDigits: 1, looseFraction: true };

/** Most hours of a time, so that a double holds its milliseconds exactly. */
const MAX_HOURS = 1e9;

/**
 * Reads `start --> end` without regular expressions and without copying. One instance per file; `startMs` and `endMs`
 * belong to the last line read.
 */
export class TimingLine {
  startMs = 0;
  endMs = 0;
  readonly #text: string;
  readonly #grammar: TimeGrammar;
  #at = 0;

  constructor(text: string, grammar: TimeGrammar) {
    this.#text = text;
    this.#grammar = grammar;
  }

  /** Index behind the end time that was read last. */
  get end(): number {
    return this.#at;
  }

  /**
   * @returns whether the line between the two indexes is a timing line; what follows the end time is not judged in
   * WebVTT, and in SRT needs a space before it
   */
  read(from: number, to: number): boolean {
    const text = this.#text;
    this.#at = from;
    this.#skipSpaces(to);
    const startMs = this.#time(to);
    if (startMs < 0) return false;
    this.#skipSpaces(to);
    if (
      this.#at + 3 > to ||
      text.charCodeAt(this.#at) !== DASH ||
      text.charCodeAt(this.#at + 1) !== DASH ||
      text.charCodeAt(this.#at + 2) !== GREATER
    )
      return false;
    this.#at += 3;
    this.#skipSpaces(to);
    const endMs = this.#time(to);
    if (endMs < 0) return false;
    if (this.#grammar.looseFraction && this.#at < to && !isSpace(text.charCodeAt(this.#at))) return false;
    this.startMs = startMs;
    this.endMs = endMs;
    return true;
  }

  /** @returns milliseconds, or -1 */
  #time(to: number): number {
    const text = this.#text;
    const grammar = this.#grammar;
    let from = this.#at;
    let first = this.#digits(to);
    let count = this.#at - from;
    let hours = 0;
    if (text.charCodeAt(this.#at) !== COLON || this.#at >= to) return -1;
    this.#at += 1;
    from = this.#at;
    let second = this.#digits(to);
    let secondCount = this.#at - from;
    if (this.#at < to && text.charCodeAt(this.#at) === COLON) {
      if (count < grammar.hourDigits) return -1;
      hours = first;
      first = second;
      count = secondCount;
      this.#at += 1;
      from = this.#at;
      second = this.#digits(to);
      secondCount = this.#at - from;
    }
    if (count < grammar.minDigits || count > 2 || secondCount < grammar.minDigits || secondCount > 2) return -1;
    if (first > 59 || second > 59 || hours > MAX_HOURS) return -1;
    const fraction = this.#fraction(to);
    return fraction < 0 ? -1 : hours * 3_600_000 + first * 60_000 + second * 1000 + fraction;
  }

  #fraction(to: number): number {
    const mark = this.#at < to ? this.#text.charCodeAt(this.#at) : 0;
    const { looseFraction } = this.#grammar;
    if (mark !== DOT && !(looseFraction && mark === COMMA)) return looseFraction ? 0 : -1;
    this.#at += 1;
    const from = this.#at;
    const value = this.#digits(to);
    const count = this.#at - from;
    if (count === 3) return value;
    if (!looseFraction || count === 0 || count > 3) return -1;
    return count === 1 ? value * 100 : value * 10; // ",5" is half a second
  }

  /** Reads a number. Above {@link MAX_HOURS} its exact value does not matter. */
  #digits(to: number): number {
    let value = 0;
    for (; this.#at < to; this.#at++) {
      const digit = this.#text.charCodeAt(this.#at) - ZERO;
      if (digit < 0 || digit > 9) break;
      if (value <= MAX_HOURS) value = value * 10 + digit;
    }
    return value;
  }

  #skipSpaces(to: number): void {
    while (this.#at < to && isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }
}

const ZERO = 48;
const COLON = 58;
const DOT = 46;
const COMMA = 44;
const DASH = 45;
const GREATER = 62;

export function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** Whether the line begins, after spaces, like a time: with a digit, `-` or `-->`. */
export function beginsLikeTime(text: string, from: number, to: number): boolean {
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  const code = from < to ? text.charCodeAt(from) : 0;
  return code === DASH || (code >= ZERO && code <= ZERO + 9);
}

/** Whether the line is a number and nothing else, spaces around it apart. */
export function isNumber(text: string, from: number, to: number): boolean {
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  if (from === to) return false;
  for (; from < to; from++) {
    const code = text.charCodeAt(from);
    if (code < ZERO || code > ZERO + 9) return false;
  }
  return true;
}
