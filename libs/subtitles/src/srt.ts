import { normalize, Passages, tidy } from './cue-text.js';
import { Ahead, Lines } from './lines.js';
import { Subtitles } from './subtitle-list.js';
import { beginsLikeTime, isNumber, isSpace, SRT_TIMES, TimingLine } from './timing-line.js';

const UTF8 = '; is the file UTF-8?';

/** Reads SRT by the grammar of transcripts.md: SRT itself has no standard. */
export function readSrt(text: string, from: number): Subtitles {
  const lines = new Lines(text, from);
  const timing = new TimingLine(text, SRT_TIMES);
  const subtitles = new Subtitles();
  const passages = new Passages(text);
  const nul = new Ahead(text, '\0');
  const { defects } = subtitles;
  let more = lines.advance();

  // Each turn begins on a line that no subtitle has taken.
  while (more) {
    if (lines.isBlank) {
      more = lines.advance();
      continue;
    }
    // Up to the timing line: an index, or words that have no times.
    let kind: LineKind = 'text';
    let index: Untimed | undefined;
    let words: Untimed | undefined;
    while (more && !lines.isEmpty && (kind = kindOf(lines, timing)) === 'text') {
      words ??= index;
      const line = { number: lines.number, start: lines.start, end: lines.end };
      index = isNumber(text, lines.start, lines.end) ? line : undefined;
      if (!index && !lines.isBlank) words ??= line;
      more = lines.advance();
    }
    const timed = more && !lines.isEmpty;
    if (!timed) words ??= index;
    if (words)
      defects.add(
        'no_times',
        `These words have no timing line${subtitles.count === 0 ? UTF8 : ''}`,
        { line: words.number },
        { text, start: words.start, end: words.end },
      );
    if (!timed) continue;

    const valid = kind === 'timing';
    if (!valid) defects.add('bad_time', 'This is not a timing line of SRT (00:00:00,000 --> 00:00:00,000)', { line: lines.number }, lines);
    else if (!subtitles.begin(lines.number, timing)) return subtitles;

    // The text: up to an empty line, or to the next timing line and the index above it.
    more = lines.advance();
    const first = lines.start;
    let last = first;
    let beforeLast = first;
    let plain = true;
    let previous = -1;
    let number = false;
    while (more && !lines.isEmpty && (!lines.hasArrow || kindOf(lines, timing) === 'text')) {
      if (isSpace(text.charCodeAt(lines.end - 1))) plain = false;
      if (previous >= 0 && (lines.start !== previous + 1 || text.charCodeAt(previous) !== 10)) plain = false;
      beforeLast = previous < 0 ? first : previous;
      previous = last = lines.end;
      number = isNumber(text, lines.start, lines.end);
      more = lines.advance();
    }
    if (number && more && !lines.isEmpty) last = beforeLast;
    if (!valid) continue;
    if (plain && nul.from(first) >= last) subtitles.end(null, passages.copy(first, last));
    else subtitles.end(null, tidy(normalize(text.slice(first, last))));
  }
  return subtitles;
}

type Untimed = { readonly number: number; readonly start: number; readonly end: number };

type LineKind = 'timing' | 'bad' | 'text';

/** An arrow makes a timing line only where times stand around it; elsewhere it is text, unless the line begins like a time. */
function kindOf(lines: Lines, timing: TimingLine): LineKind {
  if (!lines.hasArrow) return 'text';
  if (timing.read(lines.start, lines.end)) return 'timing';
  return beginsLikeTime(lines.text, lines.start, lines.end) ? 'bad' : 'text';
}
