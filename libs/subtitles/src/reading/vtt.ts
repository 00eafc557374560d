import type { Collector } from '../collector.js';
import { invisibleHint, MAX_HINT } from './disguise.js';
import { timingHint } from './hints.js';
import { normalize, readMarkup } from './cue-text.js';
import { Lines, TimingLine, VTT_TIMES, type Source } from './lines.js';

const MARKUP_DEFECTS = {
  multiple_speakers: 'This subtitle names more than one speaker',
  bad_voice_tag: 'A voice tag of this subtitle is never closed by ">"',
};

/** Whether a text, without its byte order mark, begins with the signature of WebVTT. */
export function hasVttSignature(text: string, from: number): boolean {
  if (!text.startsWith('WEBVTT', from)) return false;
  const after = from + 6;
  return after >= text.length || '\n\r \t'.includes(text.charAt(after));
}

/**
 * Reads WebVTT: the block structure of the W3C parser ("collect a WebVTT block"), judged more strictly: what that
 * parser drops silently is a defect here, since somebody's words would be missing.
 */
export class VttReader {
  readonly #source: Source;
  readonly #collector: Collector;
  readonly #lines: Lines;
  readonly #timing: TimingLine;

  constructor(source: Source, collector: Collector) {
    const { text, from } = source;
    this.#source = source;
    this.#collector = collector;
    this.#lines = new Lines(text, from);
    this.#timing = new TimingLine(text, VTT_TIMES);
  }

  read(): void {
    const lines = this.#lines;
    const collector = this.#collector;
    // The header goes on to the first empty line, or to a line with an arrow, which begins a block.
    lines.advance();
    lines.takeText();
    while (lines.more && !collector.isDone) {
      if (lines.isBlank) lines.advance();
      else if (lines.hasArrow) this.#readCue();
      else this.#readUntimed();
    }
  }

  /** A block that does not begin with a timing line: an identifier, a note, a style, or words without times. */
  #readUntimed(): void {
    const lines = this.#lines;
    const { text } = this.#source;
    const { start, end, number } = lines;
    lines.advance();
    if (lines.more && lines.hasArrow) return; // the identifier of the cue that follows
    lines.takeText();
    if (ASIDE.test(text.slice(start, end))) return;
    const hint = this.#collector.isFull ? '' : timingHint({ text, start, end: lines.start, number }, 'vtt');
    this.#collector.refuse('no_times', `This block has no timing line${hint}`, { line: number }, { text, start, end });
  }

  #readCue(): void {
    const lines = this.#lines;
    const collector = this.#collector;
    const { number, start, end } = lines;
    const isValid = this.#timing.read(start, end);
    if (isValid) collector.begin(number, this.#timing);
    else
      collector.refuse(
        'bad_time',
        `This is not a timing line of WebVTT (00:00:00.000 --> 00:00:00.000)${invisibleHint(this.#source.text.slice(start, Math.min(end, start + MAX_HINT)))}`,
        { line: number },
        { text: this.#source.text, start, end },
      );
    if (collector.isDone) return;
    lines.advance();
    lines.beginText();
    lines.takeText();
    if (isValid) this.#endCue(number);
  }

  #endCue(line: number): void {
    const collector = this.#collector;
    const { textStart, textEnd } = this.#lines;
    const { text, speaker, defect } = readMarkup(normalize(this.#source.text.slice(textStart, textEnd)));
    if (defect) collector.refuse(defect, MARKUP_DEFECTS[defect], { line, subtitle: collector.count });
    collector.end(speaker, text);
  }
}

/** The first line of what is not for viewers: a NOTE, or a STYLE or REGION, whose first line is that word alone. */
export const ASIDE = /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/;
