import type { Collector } from './collector.js';
import { normalize, readMarkup } from './cue-text.js';
import { Lines, NextOccurrence } from './lines.js';
import type { Source } from './scan.js';
import { isSpace, TimingLine, VTT_TIMES } from './timing-line.js';

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
  private readonly lines: Lines;
  private readonly timing: TimingLine;
  private readonly less: NextOccurrence;
  private readonly ampersand: NextOccurrence;
  private readonly nul: NextOccurrence;

  constructor(
    private readonly source: Source,
    private readonly collector: Collector,
  ) {
    const { text, from } = source;
    this.lines = new Lines(text, from);
    this.timing = new TimingLine(text, VTT_TIMES);
    this.less = new NextOccurrence(text, '<');
    this.ampersand = new NextOccurrence(text, '&');
    this.nul = new NextOccurrence(text, '\0');
  }

  read(): void {
    const { lines, collector } = this;
    // The header goes on to the first empty line, or to a line with an arrow, which begins a block.
    lines.advance();
    lines.takeText();
    while (lines.more && !collector.isDone) {
      if (lines.isBlank) lines.advance();
      else if (lines.hasArrow) this.readCue();
      else this.readUntimed();
    }
  }

  /** A block that does not begin with a timing line: an identifier, a note, a style, or words without times. */
  private readUntimed(): void {
    const { lines, collector, source } = this;
    const { start, end, number } = lines;
    lines.advance();
    if (lines.more && lines.hasArrow) return; // the identifier of the cue that follows
    lines.takeText();
    if (isAside(source.text, start, end)) return;
    collector.defects.add('no_times', 'This block has no timing line', { line: number }, { text: source.text, start, end });
  }

  private readCue(): void {
    const { lines, timing, collector } = this;
    const { number } = lines;
    const isValid = timing.read(lines.start, lines.end);
    if (isValid) collector.begin(number, timing);
    else collector.defects.add('bad_time', 'This is not a timing line of WebVTT (00:00:00.000 --> 00:00:00.000)', { line: number }, lines);
    if (collector.isDone) return;
    lines.advance();
    lines.beginText();
    lines.takeText();
    if (isValid) this.endCue(number);
  }

  private endCue(line: number): void {
    const { lines, source, collector } = this;
    const { textStart, textEnd } = lines;
    const isPlain =
      lines.isPlain &&
      this.less.from(textStart) >= textEnd &&
      this.ampersand.from(textStart) >= textEnd &&
      this.nul.from(textStart) >= textEnd;
    if (isPlain) {
      collector.end(null, source.copy(textStart, textEnd));
      return;
    }
    const { text, speaker, defect } = readMarkup(normalize(source.text.slice(textStart, textEnd), source.units), source.units);
    const place = { line, subtitle: collector.count };
    if (defect === 'multiple_speakers') collector.defects.add(defect, 'This subtitle names more than one speaker', place);
    if (defect === 'bad_voice_tag') collector.defects.add(defect, 'A voice tag of this subtitle is never closed by ">"', place);
    collector.end(speaker, text);
  }
}

/** NOTE blocks, and STYLE and REGION blocks, whose first line is that word alone, are not for viewers. */
function isAside(text: string, start: number, end: number): boolean {
  const note = text.startsWith('NOTE', start) && (end === start + 4 || isSpace(text.charCodeAt(start + 4)));
  return note || isAlone('STYLE', text, start, end) || isAlone('REGION', text, start, end);
}

function isAlone(word: string, text: string, start: number, end: number): boolean {
  if (!text.startsWith(word, start)) return false;
  let at = start + word.length;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at === end;
}
