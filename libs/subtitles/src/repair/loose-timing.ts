import type { TranscriptFormat } from '../defects.js';

/** What can be read out of a line that is meant as a timing line. A time that is missing is null. */
export type LooseTiming = {
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** What follows the end time: cue settings, coordinates. */
  readonly rest: string;
  /** Words that follow a timing in brackets: `[00:00.000 --> 00:04.000] Hello`. */
  readonly words: string;
};

/** Longer lines are not timing lines; this also bounds the work of the expressions below. */
const MAX_LENGTH = 300;

/** Digits in groups, with spaces around the marks between them. */
const TIME = String.raw`-?\d{1,9}(?:\s?[:.,;]\s?\d{1,9}){0,4}[.,]?`;
const ARROW = String.raw`(?:-{1,3}\s?>|-{1,3}&gt;|[–—]>|=>|→)`;
const WITH_ARROW = new RegExp(String.raw`^\s*([[(]?)\s*(${TIME})?\s*${ARROW}\s*(${TIME})?\s*([\])]?)(.*)$`);
/** Without an arrow both times must be whole, and nothing else may be in the line. The comma is that of SubViewer (`.sbv`). */
const WITHOUT_ARROW = new RegExp(String.raw`^\s*(${TIME})(?:\s*[-–—~]\s*|,)(${TIME})\s*$`);

/**
 * Reads a line that looks like a timing line to a person.
 * @returns undefined when it is none, or when its times cannot be told
 */
export function readLoosely(line: string, format: TranscriptFormat): LooseTiming | undefined {
  if (line.length > MAX_LENGTH) return undefined;
  const found = WITH_ARROW.exec(line);
  if (!found) return withoutArrow(line);
  const [, opened = '', start, end, closed = '', rest = ''] = found;
  if ((opened === '') !== (closed === '') || (start === undefined && end === undefined)) return undefined;
  if (closed !== '') {
    const times = timesOf(start, end);
    return times && { ...times, rest: '', words: rest.trim() };
  }
  // Coordinates of SRT may stand directly behind the time: a space is missing.
  const glued = rest !== '' && end !== undefined && !/\s$/.test(found[0].slice(0, found[0].length - rest.length)) && !/^\s/.test(rest);
  if (glued && !(format === 'srt' && rest.startsWith('X1:'))) return undefined;
  const times = timesOf(start, end);
  if (!times || (end === undefined && rest.trim() !== '')) return undefined;
  return { ...times, rest: rest.trim() === '' ? '' : ` ${rest.trim()}`, words: '' };
}

function withoutArrow(line: string): LooseTiming | undefined {
  const found = WITHOUT_ARROW.exec(line);
  if (!found?.[1]?.includes(':') || !/[.,]\d{3}$/.test(found[1]) || !found[2]?.includes(':') || !/[.,]\d{3}$/.test(found[2]))
    return undefined;
  const times = timesOf(found[1], found[2]);
  return times && { ...times, rest: '', words: '' };
}

function timesOf(start: string | undefined, end: string | undefined) {
  const startMs = start === undefined ? null : milliseconds(start, 'clamp');
  const endMs = end === undefined ? null : milliseconds(end, 'refuse');
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs };
}

/** @param negative what becomes of a time before zero: a start is clamped, an end cannot be told */
function milliseconds(time: string, negative: 'clamp' | 'refuse'): number | undefined {
  if (time.startsWith('-')) {
    return negative === 'clamp' && milliseconds(time.slice(1), 'refuse') !== undefined ? 0 : undefined;
  }
  const groups = time.split(/\s?[:.,;]\s?/);
  const marks = time.match(/[:.,;]/g) ?? [];
  const fraction = takeFraction(groups, marks);
  if (fraction === undefined || groups.length > 3 || (groups.length === 1 && fraction === null)) return undefined;
  if (new Set(marks).size > 1 || (marks[0] !== ':' && groups.length === 2)) return undefined;
  const [seconds = '0', minutes = '0', hours] = groups.reverse();
  if (seconds.length > 3 || minutes.length > 3 || Number(seconds) > 99) return undefined;
  if (hours !== undefined && Number(minutes) > 59) return undefined;
  return (
    Number(hours ?? 0) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1000 +
    Number((fraction ?? '0').padEnd(3, '0').slice(0, 3))
  );
}

/**
 * Takes the fraction off the groups: what follows a dot or a comma, or three digits after one colon too many (`00:01:500`).
 * @returns null when there is none; undefined when it cannot be told
 */
function takeFraction(groups: string[], marks: string[]): string | null | undefined {
  const mark = marks.at(-1);
  const last = groups.at(-1) ?? '';
  const isFraction = mark === '.' || mark === ',' || ((mark === ':' || mark === ';') && last.length === 3 && groups.length > 2);
  if (!isFraction) return null;
  groups.pop();
  marks.pop();
  return groups.length === 0 ? undefined : last;
}
