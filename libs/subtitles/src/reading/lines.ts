import { isSpace } from './timing-line.js';

/** Beyond every index of a text. */
const NONE = Number.MAX_SAFE_INTEGER;

function indexFrom(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? NONE : at;
}

/**
 * Finds the occurrences of a string, in ascending order. The next one is remembered: however often it is asked for, and whether
 * it exists or not, the text is searched once.
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
  /** Whether these lines are their own text: LF between them, and no space at their ends. */
  isPlain = true;
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
    this.isPlain = true;
  }

  /** Adds lines to the text, up to an empty line or one with an arrow. */
  takeText(): void {
    while (this.start !== this.end && !this.hasArrow) this.takeLine();
  }

  /** Adds the present line to the text, and goes to the next. */
  takeLine(): void {
    const { start, end, textEnd } = this;
    const text = this.#text;
    if (isSpace(text.charCodeAt(end - 1))) this.isPlain = false;
    else if (start !== this.textStart && (start !== textEnd + 1 || text.charCodeAt(textEnd) !== LF)) this.isPlain = false;
    this.lastPrevious = textEnd;
    this.lastStart = start;
    this.textEnd = end;
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

const LF = 10;
