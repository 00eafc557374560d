import type { Collector } from '../collector.js';
import { invisibleHint, MAX_HINT } from './disguise.js';
import { timingHint } from './hints.js';
import { readMarkup } from './cue-text.js';
import { readTiming, type Lines } from './lines.js';
import { replaceAll } from './strings.js';

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
 * Reads WebVTT: the block structure of the W3C parser ("collect a WebVTT block"), judged more strictly: what that parser drops
 * silently is a defect here, since somebody's words would be missing.
 */
export class VttReader {
  readonly #lines: Lines;
  readonly #collector: Collector;

  constructor(lines: Lines, collector: Collector) {
    this.#lines = lines;
    this.#collector = collector;
  }

  read(): void {
    const lines = this.#lines;
    const collector = this.#collector;
    // The header goes on to the first empty line, or to a line with an arrow, which begins a block.
    lines.advance();
    lines.skipText();
    while (lines.more && !collector.isDone) {
      if (lines.isBlank) lines.advance();
      else if (lines.hasArrow) this.#readCue();
      else this.#readUntimed();
    }
  }

  /** A block that does not begin with a timing line: an identifier, a note, a style, or words without times. */
  #readUntimed(): void {
    const lines = this.#lines;
    const { text, start, end, number, line } = lines;
    lines.advance();
    if (lines.more && lines.hasArrow) return; // the identifier of the cue that follows
    lines.skipText();
    if (ASIDE.test(line)) return;
    const hint = this.#collector.isFull ? '' : timingHint({ text, start, end: lines.start, number }, 'vtt');
    this.#collector.refuse('no_times', `This block has no timing line${hint}`, { line: number }, { text, start, end });
  }

  #readCue(): void {
    const lines = this.#lines;
    const collector = this.#collector;
    const { text, number, line } = lines;
    const times = readTiming(line, 'vtt');
    if (times) collector.begin(number, times);
    else {
      const message = `This is not a timing line of WebVTT (00:00:00.000 --> 00:00:00.000)${collector.isFull ? '' : invisibleHint(line.slice(0, MAX_HINT))}`;
      collector.refuse('bad_time', message, { line: number }, lines);
    }
    if (collector.isDone) return;
    lines.advance();
    const from = lines.start;
    const end = lines.skipText();
    if (!times) return;
    const raw = replaceAll(text.slice(from, end), '\0', '\ufffd');
    const { text: words, speaker, defect } = readMarkup(raw);
    if (defect) collector.refuse(defect, MARKUP_DEFECTS[defect], { line: number, subtitle: collector.count });
    collector.end(speaker, words);
  }
}

/** The first line of what is not for viewers: a NOTE, or a STYLE or REGION, whose first line is that word alone. */
export const ASIDE = /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/;
