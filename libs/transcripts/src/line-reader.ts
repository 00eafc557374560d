import { ForwardSearch } from './forward-search.js';

const LF = 0x0a;

/** Walks over the lines of a file. A line ends with LF, CR or CRLF (transcripts.md, introduction). */
export class LineReader {
  /** Of the current line, from 1. */
  number = 0;
  /** Where the current line begins and ends in `content`, without its line end. */
  start = 0;
  end = 0;
  /** Whether the line ends with a lone LF: then text of several lines can be taken as it stands. */
  endsWithLf = false;

  private next: number;
  private readonly lf: ForwardSearch;
  private readonly cr: ForwardSearch;
  private readonly arrow: ForwardSearch;

  constructor(
    readonly content: string,
    begin: number,
  ) {
    this.next = begin;
    this.lf = new ForwardSearch(content, '\n');
    this.cr = new ForwardSearch(content, '\r');
    this.arrow = new ForwardSearch(content, '-->');
  }

  /** Goes to the next line; false behind the last one. A line end at the end of the file begins no line. */
  read(): boolean {
    const start = this.next;
    if (start >= this.content.length) return false;
    const lf = this.lf.from(start);
    const cr = this.cr.from(start);
    this.number += 1;
    this.start = start;
    if (lf < cr) {
      this.end = lf;
      this.next = lf + 1;
      this.endsWithLf = true;
    } else {
      this.end = cr;
      this.next = this.content.charCodeAt(cr + 1) === LF ? cr + 2 : cr + 1;
      this.endsWithLf = false;
    }
    return true;
  }

  /** Whether the current line contains `-->`. */
  hasArrow(): boolean {
    return this.arrow.from(this.start) < this.end;
  }
}
