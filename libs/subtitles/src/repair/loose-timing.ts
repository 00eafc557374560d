import type { TranscriptFormat } from '../defects.js';
import { withoutDisguise } from '../reading/disguise.js';

/** The times of a line that is meant as a timing line. A time that is missing is null. */
export type LooseTiming = {
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The text after the end time: cue settings, coordinates. */
  readonly rest: string;
  /** Words that follow a timing in brackets: `[00:00.000 --> 00:04.000] Hello`. */
  readonly words: string;
};

/** Digits in groups, with spaces around the marks between them. */
const TIME = String.raw`-?\d{1,9}(?:\s?[:.,;]\s?\d{1,9}){0,4}[.,]?`;
const WITH_ARROW = new RegExp(String.raw`^([[({]?) ?(?:(${TIME}) ?)?--> ?(${TIME})?( ?[\])}])?(.*)`);

/** A time with a colon, at most one fraction behind it. */
const COLON_TIME = String.raw`\d{1,9}(?:\s?:\s?\d{1,9}){1,6}(?:\s?[.,;]\s?\d{1,9}(?!\d|\s?:))?`;
const COLON_TIMES = new RegExp(COLON_TIME, 'g');
/** The words that people write between the times of a timing. */
const JOINERS = /^\s(?:to|bis|a|à|al|do|до|至|から)\s$/;
const WORDS = /[\p{L}\p{N}]/u;

/** Something that a person takes for a time, or a program wrote in place of one. */
const LIKE_TIME = /\d\s?:\s?\d|\d[.;]\d{1,2}[.;]\d{1,2}[.,;]\d|NaN/;
/** The first and the last frame of a subtitle of MicroDVD, whose times depend on the video. */
export const FRAMES = /^\s*\{\d+\}\{\d*\}/;
/** A time to the millisecond: nobody says it. */
const PRECISE = /\d:\d\d:\d\d[.,]\d{3}(?!\d)/g;
const PRECISE_ALONE = /^[^\p{L}\p{N}]*\d{1,3}:\d\d:\d\d[.,]\d{3}[^\p{L}\p{N}]*$/u;
/** A placeholder for the time before an arrow: `undefined`, `##:##:##`, `OO:OO:01`. */
const PLACEHOLDER = /^(?:undefined|null|none|infinity|invalid date|infinity:nan|(?=[^\s:]*:)[\p{N}#?xol_*:.,-]+) ?-->/iu;
/** A single time that nothing but a time looks like. */
const WHOLE_TIME = /^-?\d{1,9}(?::\d{1,2}){2}|^-?\d{1,9}:\d{1,2}[.,]\d/;

/**
 * Reads a line that looks like a timing line to a person.
 * @returns undefined when it does not look like one; `unreadable` when it does, but its times cannot be told
 */
export function readLoosely(line: string, format: TranscriptFormat): LooseTiming | 'unreadable' | undefined {
  // Nearly every line of words has no two digits: it is not looked at further.
  if (!/\p{Nd}[^]*\p{Nd}|NaN|&#|-->/u.test(line)) return undefined;
  const text = withoutDisguise(line);
  if (FRAMES.test(text)) return 'unreadable';
  const timing = (text.includes('-->') ? besideArrow(text, line, format) : undefined) ?? twoTimes(text) ?? notSaid(text);
  // The name of a speaker is neither a part of a timing nor to be lost.
  return timing !== undefined && /<\/?v[\s.>]/.test(line) ? 'unreadable' : timing;
}

/** Times to the millisecond, two in a line or one alone, and what programs and people write in place of a time. */
function notSaid(text: string): 'unreadable' | undefined {
  const words = text.replace(/<\d[^<>]*>?/g, ''); // WebVTT says within the words when they are spoken
  const isTiming = (words.match(PRECISE)?.length ?? 0) > 1 || PRECISE_ALONE.test(words) || PLACEHOLDER.test(words);
  return isTiming ? 'unreadable' : undefined;
}

function besideArrow(text: string, line: string, format: TranscriptFormat): LooseTiming | 'unreadable' | undefined {
  const found = WITH_ARROW.exec(text);
  const looksLike = LIKE_TIME.test(text) && /^[[({]?\s*(?:-?\d|-->|NaN)/.test(text);
  if (!found) return looksLike ? (twoTimes(text) ?? 'unreadable') : undefined;
  const [, opened = '', start, end, closed = '', rest = ''] = found;
  // An arrow of another kind with one time beside it may be words: "→ 10:30 Lunch".
  const isPlain = /-{1,2}\s?-?(?:>|&gt;)/.test(line);
  if (!isPlain && (start === undefined || end === undefined) && (rest !== '' || !WHOLE_TIME.test(start ?? end ?? ''))) return undefined;
  const isEmpty = start === undefined && end === undefined;
  const timing =
    isEmpty || (opened === '') !== (closed === '') ? undefined : readParts({ start, end, rest, isClosed: closed !== '' }, line, format);
  // Words behind brackets that look like a timing themselves would be taken for one the next time.
  if (timing?.words && readLoosely(timing.words, format) !== undefined) return 'unreadable';
  return timing ?? twoTimes(text) ?? (looksLike ? 'unreadable' : undefined);
}

type Parts = { readonly start: string | undefined; readonly end: string | undefined; readonly rest: string; readonly isClosed: boolean };

function readParts({ start, end, rest, isClosed }: Parts, line: string, format: TranscriptFormat): LooseTiming | undefined {
  const words = rest.trim();
  const times = timesOf(start, end, isClosed ? words : '');
  if (!times) return undefined;
  if (isClosed) return line.trimEnd().endsWith(words) ? times : undefined;
  // Coordinates of SRT may stand directly behind the time: a space is missing.
  const isGlued = words !== '' && end !== undefined && !/^\s/.test(rest) && !/[.,]$/.test(end);
  if (isGlued && !(format === 'srt' && rest.startsWith('X1:')) && !/^[^\p{L}\p{N}]*$/u.test(rest)) return undefined;
  if (end === undefined && words !== '') return undefined;
  return { ...times, rest: words === '' || (isGlued && !rest.startsWith('X1:')) ? '' : ` ${words}` };
}

/** Two times alone are a timing, whatever is between them; words between them are kept and make it none. */
function twoTimes(text: string): LooseTiming | 'unreadable' | undefined {
  const [start, end, ...others] = text.matchAll(COLON_TIMES);
  if (!start || !end || others.length > 0 || WORDS.test(text.slice(0, start.index))) return undefined;
  const between = text.slice(start.index + start[0].length, end.index);
  const hasWords = WORDS.test(between) && !JOINERS.test(between);
  if (WORDS.test(text.slice(end.index + end[0].length))) return between.includes('-->') && !hasWords ? 'unreadable' : undefined;
  return (hasWords ? undefined : timesOf(start[0], end[0], '')) ?? 'unreadable';
}

function timesOf(start: string | undefined, end: string | undefined, words: string): LooseTiming | undefined {
  const startMs = start === undefined ? null : milliseconds(start, 'clamp');
  const endMs = end === undefined ? null : milliseconds(end, 'refuse');
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs, rest: '', words };
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
 * Takes the fraction off the groups: what follows a dot or a comma, or three digits after one colon too many
 * (`00:01:500`).
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
