import type { Collector } from '../collector.js';
import { invisibleHint, MAX_HINT } from './disguise.js';
import { encodingHint, timingHint } from './hints.js';
import { normalize, tidy } from './cue-text.js';
import { beginsLikeTime, isNumber, Lines, SRT_TIMES, TimingLine, type Source } from './lines.js';

type Bounds = { readonly number: number; readonly start: number; readonly end: number };

type LineKind = 'timing' | 'bad' | 'text';

/** Reads SRT by the grammar of docs/transcripts.md: SRT itself has no standard. */
export class SrtReader {
  readonly #source: Source;
  readonly #collector: Collector;
  readonly #lines: Lines;
  readonly #timing: TimingLine;

  constructor(source: Source, collector: Collector) {
    const { text, from } = source;
    this.#source = source;
    this.#collector = collector;
    this.#lines = new Lines(text, from);
    this.#timing = new TimingLine(text, SRT_TIMES);
  }

  read(): void {
    const lines = this.#lines;
    const collector = this.#collector;
    while (lines.more && !collector.isDone) {
      if (lines.isBlank) lines.advance();
      else this.#readBlock();
    }
  }

  /** Lines up to a timing line, which are an index or words without times; then the subtitle. */
  #readBlock(): void {
    const lines = this.#lines;
    const { text } = this.#source;
    let kind: LineKind = 'text';
    let index: Bounds | undefined;
    let words: Bounds | undefined;
    while (!lines.isEmpty && (kind = this.#kindOfLine()) === 'text') {
      words ??= index;
      const { number, start, end } = lines;
      const line = { number, start, end };
      index = isNumber(text, start, end) ? line : undefined;
      if (!index && !lines.isBlank) words ??= line;
      lines.advance();
    }
    const isTimed = !lines.isEmpty;
    if (!isTimed) words ??= index;
    if (words) this.#refuseWords(words);
    if (isTimed) this.#readSubtitle(kind === 'timing');
  }

  #refuseWords({ number, start, end }: Bounds): void {
    const collector = this.#collector;
    const { text } = this.#source;
    const timing = collector.isFull ? '' : timingHint({ text, start, end: this.#lines.start, number }, 'srt');
    const hint = timing === '' && collector.count === 0 && !collector.isFull ? encodingHint(text) : timing;
    collector.refuse('no_times', `These words have no timing line${hint}`, { line: number }, { text, start, end });
  }

  #readSubtitle(isValid: boolean): void {
    const lines = this.#lines;
    const collector = this.#collector;
    const { number, start, end } = lines;
    if (isValid) collector.begin(number, this.#timing);
    else
      collector.refuse(
        'bad_time',
        `This is not a timing line of SRT (00:00:00,000 --> 00:00:00,000)${invisibleHint(this.#source.text.slice(start, Math.min(end, start + MAX_HINT)))}`,
        { line: number },
        { text: this.#source.text, start, end },
      );
    if (collector.isDone) return;
    lines.advance();
    lines.beginText();
    for (lines.takeText(); !lines.isEmpty && this.#kindOfLine() === 'text'; lines.takeText()) lines.takeLine();
    if (isValid) this.#endSubtitle();
  }

  #endSubtitle(): void {
    const lines = this.#lines;
    const { text } = this.#source;
    const { textStart, textEnd, lastStart, lastPrevious } = lines;
    // A number directly above the next timing line is its index.
    const end = !lines.isEmpty && isNumber(text, lastStart, textEnd) ? lastPrevious : textEnd;
    this.#collector.end(null, tidy(normalize(text.slice(textStart, end))));
  }

  /** An arrow makes a timing line only between times; elsewhere it is text, unless the line begins like a time. */
  #kindOfLine(): LineKind {
    const lines = this.#lines;
    const { text } = this.#source;
    if (!lines.hasArrow) return 'text';
    if (this.#timing.read(lines.start, lines.end)) return 'timing';
    return beginsLikeTime(text, lines.start, lines.end) ? 'bad' : 'text';
  }
}
