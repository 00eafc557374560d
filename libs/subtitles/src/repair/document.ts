import type { TranscriptFormat } from '../defects.js';
import { withoutDisguise } from '../reading/disguise.js';
import { beginsLikeTime, SRT_TIMES, TimingLine, VTT_TIMES } from '../reading/lines.js';
import { formatTime } from '../write.js';
import { ASIDE } from '../reading/vtt.js';
import { readLoosely } from './loose-timing.js';

/** A line and its number in the file that was given. `end` is its line end, empty for the last line. */
export type Line = { readonly text: string; readonly end: string; readonly number: number };

/** A timing line; a time is null until it is known. */
export type Timing = { line: Line; startMs: number | null; endMs: number | null; rest: string; isRewritten: boolean };

/** A subtitle: blank lines before it, identifier or index, timing, text. */
export type Cue = { readonly kind: 'cue'; before: Line[]; above: Line[]; timing: Timing; text: Line[]; isMerged?: boolean };

/** Lines that belong to no subtitle: notes and styles, or words without times. */
export type Block = { readonly kind: 'aside' | 'words'; before: Line[]; text: Line[] };

/** A file taken apart. Joining all its lines again gives the same text. */
export type Document = {
  readonly format: TranscriptFormat;
  readonly header: Line[];
  blocks: (Cue | Block)[];
  readonly after: Line[];
};

/** Longer lines are words. */
const MAX_INDEX_LENGTH = 40;

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: text.slice(from, index), end, number: lines.length + 1 });
    from = index + end.length;
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '', number: lines.length + 1 });
  return lines;
}

/** Takes a file apart as its parser does, except that lines which only look like timing lines count as such. */
export function readDocument(lines: readonly Line[], format: TranscriptFormat): Document {
  return new DocumentReader(lines, format).read();
}

class DocumentReader {
  readonly #lines: readonly Line[];
  readonly #format: TranscriptFormat;
  #at = 0;
  readonly #blocks: (Cue | Block)[] = [];

  constructor(lines: readonly Line[], format: TranscriptFormat) {
    this.#lines = lines;
    this.#format = format;
  }

  read(): Document {
    const header =
      this.#format === 'vtt' ? this.#takeWhile((line, index) => index === 0 || (line.text !== '' && !this.#timingOf(line, true))) : [];
    for (;;) {
      const before = this.#takeWhile(({ text }) => text.trim() === '');
      if (this.#at === this.#lines.length) return { format: this.#format, header, blocks: this.#blocks, after: before };
      this.#readBlock(before);
    }
  }

  #readBlock(before: Line[]): void {
    const isAside = this.#isAside(this.#lines[this.#at]);
    const above = this.#takeWhile(
      (line, index) => line.text !== '' && !(isAside ? this.#endsAside(line, index) : this.#timingOf(line, true)),
    );
    const line = this.#lines[this.#at];
    const timing = line && line.text !== '' ? this.#timingOf(line, true) : undefined;
    if (!line || !timing) {
      this.#blocks.push({ kind: isAside ? 'aside' : 'words', before, text: above });
      return;
    }
    const own = this.#identifierOf(above);
    const words = above.slice(0, above.length - own.length);
    if (words.length > 0) this.#blocks.push({ kind: isAside ? 'aside' : 'words', before, text: words });
    this.#at += 1;
    const text = this.#takeWhile((next) => next.text !== '' && !this.#timingOf(next, false));
    // The number directly above the next timing line is its index.
    const next = this.#lines[this.#at];
    if (this.#format === 'srt' && next && next.text !== '' && isDigits(text.at(-1))) {
      text.pop();
      this.#at -= 1;
    }
    const spoken = timing.words === '' ? [] : [{ text: timing.words, end: line.end, number: line.number }];
    this.#blocks.push({
      kind: 'cue',
      before: words.length > 0 ? [] : before,
      above: own,
      timing: timing.timing,
      text: [...spoken, ...text],
    });
  }

  /** The identifier or index above a timing line, its last line. In WebVTT a line alone is one, whatever it says. */
  #identifierOf(above: readonly Line[]): Line[] {
    const last = above.at(-1);
    if (!last) return [];
    return isDigits(last) || (this.#format === 'vtt' && above.length === 1) ? [last] : [];
  }

  /** @param alone whether a block begins here: WebVTT then takes any line with an arrow for a timing line */
  #timingOf(line: Line, alone: boolean): { readonly timing: Timing; readonly words: string } | undefined {
    const { text } = line;
    const hasArrow = text.includes('-->');
    if (hasArrow) {
      const strict = new TimingLine(text, this.#format === 'vtt' ? VTT_TIMES : SRT_TIMES);
      if (strict.read(0, text.length)) {
        const { startMs, endMs, end } = strict;
        return { timing: { line, startMs, endMs, rest: text.slice(end), isRewritten: false }, words: '' };
      }
    }
    const loose = readLoosely(text, this.#format);
    if (loose && loose !== 'unreadable') {
      const { startMs, endMs, rest, words } = loose;
      return { timing: { line, startMs, endMs, rest, isRewritten: true }, words };
    }
    // Nobody can tell its times, but it still ends the subtitle before it.
    const isBroken = loose === 'unreadable' || (hasArrow && (beginsLikeTime(text, 0, text.length) || (this.#format === 'vtt' && alone)));
    return isBroken ? { timing: { line, startMs: null, endMs: null, rest: '', isRewritten: false }, words: '' } : undefined;
  }

  /** A note may name times; one that stands directly above a whole timing swallows a subtitle. */
  #endsAside({ text }: Line, index: number): boolean {
    if (text.includes('-->')) return true;
    const loose = index > 0 ? readLoosely(text, this.#format) : undefined;
    return loose === 'unreadable' ? !/\p{L}/u.test(text) : typeof loose?.startMs === 'number' && loose.endMs !== null;
  }

  #isAside(first: Line | undefined): boolean {
    return this.#format === 'vtt' && first !== undefined && ASIDE.test(first.text);
  }

  #takeWhile(belongs: (line: Line, index: number) => boolean): Line[] {
    const from = this.#at;
    for (;;) {
      const line = this.#lines[this.#at];
      if (!line || !belongs(line, this.#at - from)) return this.#lines.slice(from, this.#at);
      this.#at += 1;
    }
  }
}

/** Whether a line is a number, in the digits of any script. */
export function isDigits(line: Line | undefined): boolean {
  return line !== undefined && line.text.length < MAX_INDEX_LENGTH && /\p{Nd}/u.test(line.text) && /^\d+$/.test(withoutDisguise(line.text));
}

/** Puts a file together again. Lines that nothing was done to are as they were. */
export function writeDocument({ format, header, blocks, after }: Document): { readonly text: string; readonly lines: readonly Line[] } {
  const lines: Line[] = [...header];
  for (const block of blocks) {
    for (const line of block.before) lines.push(line);
    if (block.kind === 'cue') lines.push(...block.above, timingLine(block.timing, format));
    for (const line of block.text) lines.push(line);
  }
  for (const line of after) lines.push(line);
  const usualEnd = lines.find(({ end }) => end !== '')?.end ?? '\n';
  const last = lines.length - 1;
  return { text: lines.map(({ text, end }, at) => text + (end || (at < last ? usualEnd : ''))).join(''), lines };
}

/** The timing line as it is written: as it was, where nothing was done to it. */
export function timingLine({ line, startMs, endMs, rest, isRewritten }: Timing, format: TranscriptFormat): Line {
  if (!isRewritten || startMs === null || endMs === null) return line;
  const mark = format === 'vtt' ? '.' : ',';
  return { ...line, text: `${formatTime(startMs, mark)} --> ${formatTime(endMs, mark)}${rest}` };
}
