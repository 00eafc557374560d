import type { LineReader } from './line-reader.js';
import { isSpace, tidyLines } from './spaces.js';

/** The lines of text under a timing line: where they are in the file, and nothing else until they are wanted. */
export class Passage {
  private start = 0;
  private end = 0;
  private endWithoutLast = 0;
  private lines = 0;
  /** Whether the lines are stored as they stand: LF between them, no space at their ends. */
  private tidy = true;

  constructor(private readonly content: string) {}

  clear(): void {
    this.lines = 0;
    this.start = this.end;
    this.tidy = true;
  }

  add(line: LineReader): void {
    if (this.lines === 0) {
      this.start = line.start;
      this.endWithoutLast = line.start;
    } else {
      this.endWithoutLast = this.end;
    }
    this.lines += 1;
    this.end = line.end;
    if (!line.endsWithLf || isSpace(this.content.charCodeAt(line.end - 1))) this.tidy = false;
  }

  dropLastLine(): void {
    this.lines -= 1;
    this.end = this.endWithoutLast;
  }

  contains(at: number): boolean {
    return at >= this.start && at < this.end;
  }

  /** The lines in stored form. A part of the file, not a copy. */
  text(): string {
    if (this.lines === 0) return '';
    const text = this.content.slice(this.start, this.end);
    return this.tidy ? text : tidyLines(text);
  }
}
