import { isSpace, skipSpaces } from './spaces.js';

const ZERO = 0x30;
const COLON = 0x3a;
const DOT = 0x2e;
const COMMA = 0x2c;

/** Beyond this many hours milliseconds would no longer be exact integers. */
const MAX_HOURS = Math.floor(Number.MAX_SAFE_INTEGER / 3_600_000) - 1;

/** What the two formats write differently (transcripts.md, WebVTT 3 and SRT 1). */
export type TimeGrammar = {
  /** How many digits hours have at least; they may be left out. */
  readonly hourDigits: number;
  /** How many digits minutes and seconds have at least; they have two at most. */
  readonly minuteDigits: number;
  /** How many digits a fraction has at least; three at most. 0: it may be left out. */
  readonly fractionDigits: number;
  readonly comma: boolean;
  /** Whether only space may follow the end time directly. */
  readonly spaceAfterEnd: boolean;
};

export const VTT_TIMES: TimeGrammar = { hourDigits: 2, minuteDigits: 2, fractionDigits: 3, comma: false, spaceAfterEnd: false };
export const SRT_TIMES: TimeGrammar = { hourDigits: 1, minuteDigits: 1, fractionDigits: 0, comma: true, spaceAfterEnd: true };

/** Reads timing lines. One instance reads many: the result is in its fields, nothing is allocated per line. */
export class TimingReader {
  /** Of the line that was read last, in milliseconds. */
  startMs = 0;
  endMs = 0;

  private at = 0;
  /** How many digits the last number had. */
  private digits = 0;

  constructor(
    private readonly content: string,
    private readonly grammar: TimeGrammar,
  ) {}

  /** Reads the line from `start` to `end`; false when it is no timing line. Never looks beyond `end`. */
  read(start: number, end: number): boolean {
    this.at = skipSpaces(this.content, start, end);
    this.startMs = this.time();
    if (this.startMs < 0) return false;
    this.at = skipSpaces(this.content, this.at, end);
    if (!this.content.startsWith('-->', this.at)) return false;
    this.at = skipSpaces(this.content, this.at + 3, end);
    this.endMs = this.time();
    if (this.endMs < 0) return false;
    return !this.grammar.spaceAfterEnd || this.at === end || isSpace(this.content.charCodeAt(this.at));
  }

  /** The time at the current place in milliseconds, or -1. No character of a time can be part of a line end. */
  private time(): number {
    const { hourDigits, minuteDigits } = this.grammar;
    let hours = 0;
    let minutes = this.number();
    let minutesDigits = this.digits;
    if (!this.skip(COLON)) return -1;
    let seconds = this.number();
    let secondsDigits = this.digits;
    if (this.skip(COLON)) {
      if (minutesDigits < hourDigits || minutes > MAX_HOURS) return -1;
      hours = minutes;
      minutes = seconds;
      minutesDigits = secondsDigits;
      seconds = this.number();
      secondsDigits = this.digits;
    }
    if (minutesDigits < minuteDigits || minutesDigits > 2 || minutes > 59) return -1;
    if (secondsDigits < minuteDigits || secondsDigits > 2 || seconds > 59) return -1;
    const fraction = this.fraction();
    return fraction < 0 ? -1 : hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + fraction;
  }

  /** The fraction at the current place in milliseconds, padded on the right (`,5` is 500 ms), or -1. */
  private fraction(): number {
    const { fractionDigits, comma } = this.grammar;
    if (!this.skip(DOT) && !(comma && this.skip(COMMA))) return fractionDigits === 0 ? 0 : -1;
    const value = this.number();
    if (this.digits === 3) return value;
    if (this.digits === 0 || this.digits > 3 || this.digits < fractionDigits) return -1;
    return this.digits === 2 ? value * 10 : value * 100;
  }

  /** The number at the current place; `digits` says whether there is one. */
  private number(): number {
    let value = 0;
    let at = this.at;
    for (; ; at += 1) {
      const digit = this.content.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break; // NaN behind the end of the text is none either
      if (value <= MAX_HOURS) value = value * 10 + digit;
    }
    this.digits = at - this.at;
    this.at = at;
    return value;
  }

  private skip(code: number): boolean {
    if (this.content.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }
}

/**
 * A time as both formats write it, but for the mark before the milliseconds.
 * @param ms a whole number from 0
 */
export function formatTime(ms: number, mark: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}:${pad(seconds % 60, 2)}${mark}${pad(ms % 1000, 3)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
