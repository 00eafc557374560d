import type { Collector } from '../collector.js';
import { invisibleHint, MAX_HINT } from './disguise.js';
import { encodingHint, timingHint } from './hints.js';
import { tidy } from './cue-text.js';
import { beginsLikeTime, isNumber, readTiming, type Lines, type Times } from './lines.js';
import { replaceAll } from './strings.js';

type Bounds = { readonly number: number; readonly start: number; readonly end: number };

/** Reads SRT by the grammar of docs/transcripts.md: SRT itself has no standard. */
export class SrtReader {
  readonly #lines: Lines;
  readonly #collector: Collector;

  constructor(lines: Lines, collector: Collector) {
    this.#lines = lines;
    this.#collector = collector;
  }

  read(): void {
    const lines = this.#lines;
    while (lines.more && !this.#collector.isDone) {
      if (lines.isBlank) lines.advance();
      else this.#readBlock();
    }
  }

  /** Lines up to a timing line, which are an index or words without times; then the subtitle. */
  #readBlock(): void {
    const lines = this.#lines;
    let kind = this.#kindOfLine();
    let index: Bounds | undefined;
    let words: Bounds | undefined;
    for (; kind === 'text'; kind = this.#kindOfLine()) {
      words ??= index;
      const { number, start, end, line } = lines;
      index = isNumber(line) ? { number, start, end } : undefined;
      if (!index && !lines.isBlank) words ??= { number, start, end };
      lines.advance();
    }
    if (kind === 'empty') words ??= index;
    if (words) this.#refuseWords(words);
    if (kind !== 'empty') this.#readSubtitle(kind);
  }

  #refuseWords({ number, start, end }: Bounds): void {
    const collector = this.#collector;
    const { text } = this.#lines;
    const timing = collector.isFull ? '' : timingHint({ text, start, end: this.#lines.start, number }, 'srt');
    const hint = timing === '' && collector.count === 0 && !collector.isFull ? encodingHint(text) : timing;
    collector.refuse('no_times', `These words have no timing line${hint}`, { line: number }, { text, start, end });
  }

  #readSubtitle(times: Times | 'bad'): void {
    const lines = this.#lines;
    const collector = this.#collector;
    const { text, number, line } = lines;
    if (times !== 'bad') collector.begin(number, times);
    else {
      const message = `This is not a timing line of SRT (00:00:00,000 --> 00:00:00,000)${collector.isFull ? '' : invisibleHint(line.slice(0, MAX_HINT))}`;
      collector.refuse('bad_time', message, { line: number }, lines);
    }
    if (collector.isDone) return;
    lines.advance();
    const from = lines.start;
    let [end, before, last] = [from, from, from];
    let kind = this.#kindOfLine();
    for (; kind === 'text'; kind = this.#kindOfLine()) {
      [before, end, last] = [end, lines.end, lines.start];
      lines.advance();
    }
    if (times === 'bad') return;
    // A number directly above the next timing line is its index.
    const spoken = text.slice(from, kind !== 'empty' && isNumber(text.slice(last, end)) ? before : end);
    collector.end(null, tidy(replaceAll(spoken, '\0', '\ufffd')));
  }

  /** An arrow makes a timing line only where times stand around it; elsewhere it is text, unless the line begins like a time. */
  #kindOfLine(): Times | 'bad' | 'text' | 'empty' {
    if (this.#lines.isEmpty) return 'empty';
    if (!this.#lines.hasArrow) return 'text';
    const { line } = this.#lines;
    return readTiming(line, 'srt') ?? (beginsLikeTime(line) ? 'bad' : 'text');
  }
}
