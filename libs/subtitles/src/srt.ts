import type { Collector } from './collector.js';
import { normalize, tidy } from './cue-text.js';
import { Lines, NextOccurrence } from './lines.js';
import type { Source } from './scan.js';
import { beginsLikeTime, isNumber, SRT_TIMES, TimingLine } from './timing-line.js';

type Bounds = { readonly number: number; readonly start: number; readonly end: number };

type LineKind = 'timing' | 'bad' | 'text';

/** Reads SRT by the grammar of transcripts.md: SRT itself has no standard. */
export class SrtReader {
  private readonly lines: Lines;
  private readonly timing: TimingLine;
  private readonly nul: NextOccurrence;

  constructor(
    private readonly source: Source,
    private readonly collector: Collector,
  ) {
    const { text, from } = source;
    this.lines = new Lines(text, from);
    this.timing = new TimingLine(text, SRT_TIMES);
    this.nul = new NextOccurrence(text, '\0');
  }

  read(): void {
    const { lines, collector } = this;
    while (lines.more && !collector.isDone) {
      if (lines.isBlank) lines.advance();
      else this.readBlock();
    }
  }

  /** Lines up to a timing line, which are an index or words without times; then the subtitle. */
  private readBlock(): void {
    const { lines } = this;
    let kind: LineKind = 'text';
    let index: Bounds | undefined;
    let words: Bounds | undefined;
    while (!lines.isEmpty && (kind = this.kindOfLine()) === 'text') {
      words ??= index;
      const { number, start, end } = lines;
      const line = { number, start, end };
      index = isNumber(lines.text, start, end) ? line : undefined;
      if (!index && !lines.isBlank) words ??= line;
      lines.advance();
    }
    const isTimed = !lines.isEmpty;
    if (!isTimed) words ??= index;
    if (words) this.refuseWords(words);
    if (isTimed) this.readSubtitle(kind === 'timing');
  }

  private refuseWords({ number, start, end }: Bounds): void {
    const { defects, count } = this.collector;
    const hint = count === 0 ? '; is the file UTF-8?' : '';
    defects.add('no_times', `These words have no timing line${hint}`, { line: number }, { text: this.lines.text, start, end });
  }

  private readSubtitle(isValid: boolean): void {
    const { lines, timing, collector } = this;
    const { number } = lines;
    if (isValid) collector.begin(number, timing);
    else collector.defects.add('bad_time', 'This is not a timing line of SRT (00:00:00,000 --> 00:00:00,000)', { line: number }, lines);
    if (collector.isDone) return;
    lines.advance();
    lines.beginText();
    for (lines.takeText(); !lines.isEmpty && this.kindOfLine() === 'text'; lines.takeText()) lines.takeLine();
    if (isValid) this.endSubtitle();
  }

  private endSubtitle(): void {
    const { lines, source, collector } = this;
    const { textStart, textEnd, lastStart, lastPrevious } = lines;
    // A number directly above the next timing line is its index.
    const end = !lines.isEmpty && isNumber(source.text, lastStart, textEnd) ? lastPrevious : textEnd;
    if (lines.isPlain && this.nul.from(textStart) >= end) collector.end(null, source.copy(textStart, end));
    else collector.end(null, tidy(normalize(source.text.slice(textStart, end), source.units)));
  }

  /** An arrow makes a timing line only where times stand around it; elsewhere it is text, unless the line begins like a time. */
  private kindOfLine(): LineKind {
    const { lines, timing } = this;
    if (!lines.hasArrow) return 'text';
    if (timing.read(lines.start, lines.end)) return 'timing';
    return beginsLikeTime(lines.text, lines.start, lines.end) ? 'bad' : 'text';
  }
}
