import { normalize, Passages, readMarkup } from './cue-text.js';
import { Ahead, Lines } from './lines.js';
import { Subtitles } from './subtitle-list.js';
import { isSpace, TimingLine, VTT_TIMES } from './timing-line.js';

/** Whether a text, without its byte order mark, begins with the signature of WebVTT. */
export function hasVttSignature(text: string, from: number): boolean {
  if (!text.startsWith('WEBVTT', from)) return false;
  const after = from + 6;
  return after >= text.length || '\n\r \t'.includes(text.charAt(after));
}

/**
 * Reads WebVTT: the block structure of the W3C parser ("collect a WebVTT block"), judged more strictly: what that parser drops
 * in silence is a defect here, since somebody's words would be missing.
 */
export function readVtt(text: string, from: number): Subtitles {
  const lines = new Lines(text, from);
  const timing = new TimingLine(text, VTT_TIMES);
  const subtitles = new Subtitles();
  const passages = new Passages(text);
  const less = new Ahead(text, '<');
  const ampersand = new Ahead(text, '&');
  const nul = new Ahead(text, '\0');
  const { defects } = subtitles;
  lines.advance();
  // The header goes on to the first empty line, or to a line with an arrow, which begins a block.
  let more = lines.advance();
  while (more && !lines.isEmpty && !lines.hasArrow) more = lines.advance();

  // Each turn begins on the first line of a block, or on one before it that has nothing.
  while (more) {
    if (lines.isBlank) {
      more = lines.advance();
      continue;
    }
    if (!lines.hasArrow) {
      const { start, end, number } = lines;
      more = lines.advance();
      if (!more || !lines.hasArrow) {
        while (more && !lines.isEmpty && !lines.hasArrow) more = lines.advance();
        if (!isAside(text, start, end)) defects.add('no_times', 'This block has no timing line', { line: number }, { text, start, end });
        continue;
      }
      // It was the identifier of the cue that follows.
    }

    const { number } = lines;
    const valid = timing.read(lines.start, lines.end);
    if (!valid) defects.add('bad_time', 'This is not a timing line of WebVTT (00:00:00.000 --> 00:00:00.000)', { line: number }, lines);
    else if (!subtitles.begin(number, timing)) return subtitles;

    more = lines.advance();
    const first = lines.start;
    let last = lines.start;
    let plain = true; // one slice of the file is the text, LF between its lines and all
    let previous = -1;
    while (more && !lines.isEmpty && !lines.hasArrow) {
      if (isSpace(text.charCodeAt(lines.end - 1))) plain = false;
      if (previous >= 0 && (lines.start !== previous + 1 || text.charCodeAt(previous) !== 10)) plain = false;
      previous = last = lines.end;
      more = lines.advance();
    }
    if (!valid) continue;
    if (plain && less.from(first) >= last && ampersand.from(first) >= last && nul.from(first) >= last) {
      subtitles.end(null, passages.copy(first, last));
      continue;
    }
    const { text: words, speaker, defect } = readMarkup(normalize(text.slice(first, last)));
    if (defect === 'multiple_speakers')
      defects.add(defect, 'This subtitle names more than one speaker', { line: number, subtitle: subtitles.count });
    if (defect === 'bad_voice_tag')
      defects.add(defect, 'A voice tag of this subtitle is never closed by ">"', { line: number, subtitle: subtitles.count });
    subtitles.end(speaker, words);
  }
  return subtitles;
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
