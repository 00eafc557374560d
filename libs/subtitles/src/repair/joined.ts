import type { Defect, TranscriptFormat } from '../defects.js';
import { ASIDE, hasVttSignature } from '../reading/vtt.js';
import type { Change } from './change.js';
import { isDigits, type Line } from './document.js';
import { readLoosely } from './loose-timing.js';

/** The line that ties a segment of a stream to its time: nobody says that. */
const SEGMENT_MAP = /^\s*X-TIMESTAMP-MAP=/;
const HEADER = /^\s*[\w-]+\s?[:=]/;

/** Packagers round the two times of a map, to milliseconds or to a frame: nobody sees a shift that small. */
const ROUNDING_MS = 100;

/**
 * Takes files apart that were put one after the other: byte order marks within the text, and the signatures and headers
 * of further files, which would become words. @param lines those of the first file begin with its signature, if it has
 * one
 */
export function takeApart(lines: readonly Line[], format: TranscriptFormat, changes: Change[]): readonly Line[] {
  if (!lines.some(({ text }, at) => at > 0 && /\ufeff|^\s*WEBVTT|^\s*X-TIMESTAMP-MAP/.test(text))) return lines;
  const all = lines.flatMap((line, at) => (at === 0 ? [line] : withoutMarks(line, lines[at + 1], changes)));
  const kept: Line[] = [];
  let header: 'of the first file' | 'of another' | undefined = format === 'vtt' ? 'of the first file' : undefined;
  for (const [at, line] of all.entries()) {
    if (at > 0 && header && (line.text.trim() === '' || readLoosely(line.text, 'vtt') || runsIntoTiming(line))) header = undefined;
    if (header === 'of the first file') kept.push(line);
    else if (at > 0 && beginsFile(all, at, format)) {
      changes.push({ code: 'files_taken_apart', line: line.number, message: 'The header of another file is removed' });
      header = 'of another';
      const timing = line.text.replace(/^\s*WEBVTT\s*/, '');
      if (!readLoosely(timing, 'vtt')) continue;
      kept.push({ ...line, text: '' }, { ...line, text: timing });
      header = undefined;
    } else if (SEGMENT_MAP.test(line.text)) {
      changes.push({ code: 'files_taken_apart', line: line.number, message: 'The header of a segment is removed' });
    } else if (!header) kept.push(line);
  }
  return kept;
}

/** Segments whose times count from another moment than those of the first: side by side they would be wrong. */
export function segmentsFromElsewhere(lines: readonly Line[]): Defect[] {
  const maps = lines.filter(({ text }) => SEGMENT_MAP.test(text));
  const first = originOf(maps[0]?.text ?? '');
  return maps
    .filter(({ text }) => Math.abs(originOf(text) - first) > ROUNDING_MS)
    .map(({ number }) => {
      const message = 'X-TIMESTAMP-MAP says that this segment’s times are counted from another moment than the first one’s';
      return { field: 'content', code: 'bad_time', message, line: number, subtitle: null };
    });
}

/** When the times of a segment begin, in milliseconds of the stream; NaN where a time of the map cannot be read. */
function originOf(map: string): number {
  const [, ticks = '0'] = /MPEGTS:(\d+)/.exec(map) ?? [];
  const [, local = '0'] = /LOCAL:([\d:.]+)/.exec(map) ?? [];
  return Number(ticks) / 90 - 1000 * local.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A byte order mark before an index, a time or a signature begins a line, and a block where it was within one. */
function withoutMarks(line: Line, next: Line | undefined, changes: Change[]): Line[] {
  const text = withoutLastMarks(line.text);
  const at = [text.indexOf('\ufeff'), text.lastIndexOf('\ufeff')].find((mark) => mark >= 0 && beginsLine(behind(mark), next));
  if (at === undefined) return [line];
  changes.push({ code: 'files_taken_apart', line: line.number, message: 'A byte order mark within the file is removed' });
  const end = line.end || '\n';
  const before = withoutLastMarks(text.slice(0, at));
  return before === '' ? [behind(at)] : [{ ...line, end, text: before }, { ...line, end, text: '' }, behind(at)];

  function behind(mark: number): Line {
    return { ...line, text: text.slice(mark).replaceAll('\ufeff', '') };
  }
}

function withoutLastMarks(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\ufeff') end -= 1;
  return text.slice(0, end);
}

function beginsLine(line: Line, next: Line | undefined): boolean {
  const isIndex = isDigits(line) && next !== undefined && typeof readLoosely(next.text, 'srt') === 'object';
  return isIndex || readLoosely(line.text, 'srt') !== undefined || /^WEBVTT(?=[\s\d]|$)/.test(line.text);
}

function runsIntoTiming({ text }: Line): boolean {
  return text.startsWith('WEBVTT') && readLoosely(text.slice(6), 'vtt') !== undefined;
}

function beginsFile(lines: readonly Line[], at: number, format: TranscriptFormat): boolean {
  const line = lines[at];
  if (!line || runsIntoTiming(line)) return line !== undefined;
  const { text } = line;
  const isAlone = /^\s*WEBVTT\s*$/.test(text);
  if (lines[at - 1]?.text === '') return isAlone || hasVttSignature(text, 0) || SEGMENT_MAP.test(text);
  // Alone below its timing line it is all that a subtitle says.
  const isSpoken = readLoosely(lines[at - 1]?.text ?? '', 'vtt') !== undefined && lines[at + 1]?.text.trim() === '';
  return isAlone && format === 'vtt' && !isSpoken && isHeader(lines, at + 1);
}

/** Whether header lines come before a timing line, a note or a style. Other sentences on "WEBVTT" go on otherwise. */
function isHeader(lines: readonly Line[], from: number): boolean {
  let at = from;
  while (HEADER.test(lines[at]?.text ?? '') && !readLoosely(lines[at]?.text ?? '', 'vtt')) at += 1;
  while (lines[at]?.text.trim() === '') at += 1;
  return lines.slice(at, at + 2).some(({ text }, index) => readLoosely(text, 'vtt') || (index === 0 && at > from && ASIDE.test(text)));
}
