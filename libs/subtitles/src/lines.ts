/**
 * Finds the occurrences of one thing, in ascending order. The next one is remembered: however often it is asked for, and whether
 * it is there or not, the text is searched through once.
 */
export class Ahead {
  private at = -1;

  constructor(
    private readonly text: string,
    private readonly what: string,
  ) {}

  /** @returns index of the next occurrence from here on; beyond every index when there is none */
  from(here: number): number {
    if (this.at < here) {
      const at = this.text.indexOf(this.what, here);
      this.at = at < 0 ? Number.MAX_SAFE_INTEGER : at;
    }
    return this.at;
  }
}

/**
 * Walks through the lines of a text, once. Line ends are LF, CR and CRLF.
 */
export class Lines {
  /** Bounds of the present line in `text`, its end excluded. */
  start = 0;
  end = 0;
  /** Number of the present line, from 1; 0 before the first. */
  number = 0;
  private next: number;
  private readonly lf: Ahead;
  private readonly cr: Ahead;
  private readonly arrow: Ahead;

  /** @param from index of the first line's first character */
  constructor(
    readonly text: string,
    from: number,
  ) {
    this.next = from;
    this.lf = new Ahead(text, '\n');
    this.cr = new Ahead(text, '\r');
    this.arrow = new Ahead(text, '-->');
  }

  /** Goes to the next line. @returns false at the end of the text: then the present line is empty */
  advance(): boolean {
    const { text, next } = this;
    if (next > text.length) {
      this.start = this.end = text.length;
      return false;
    }
    this.start = next;
    this.number += 1;
    const lf = this.lf.from(next);
    const cr = this.cr.from(next);
    if (cr < lf) {
      this.end = cr;
      this.next = cr + (text.charCodeAt(cr + 1) === 10 ? 2 : 1);
    } else {
      this.end = Math.min(lf, text.length);
      this.next = this.end + 1;
    }
    return true;
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  /** Whether the present line contains `-->`. */
  get hasArrow(): boolean {
    return this.arrow.from(this.start) < this.end;
  }

  /** Whether the present line has nothing but spaces, of whatever width. */
  get isBlank(): boolean {
    for (let at = this.start; at < this.end; at++) {
      const code = this.text.charCodeAt(at);
      if (code !== 32 && code !== 9 && (code < 0xa0 || !/\s/.test(this.text.charAt(at)))) return false;
    }
    return true;
  }
}
