import type { Subtitle } from './collector.js';

/** An edit of the audio, in seconds of the file as it was: time that is put in, or a part that is cut out. */
export type Edit = { readonly at: number; readonly insert: number } | { readonly from: number; readonly to: number };

/**
 * Most edits at a time; latest time and longest insertion of one, in seconds: what comes out of it can be read again.
 */
export const EDIT_LIMITS = { count: 500, seconds: 1_000_000_000 } as const;

/** A chapter, as far as its times go. */
type TimedChapter = { readonly startTime: number; readonly endTime?: number | null; readonly toc?: boolean | null };

/**
 * Judges edits, whatever they are: at most 500, in order, not overlapping, each at least a millisecond long.
 * @returns the index of the first that is wrong; undefined when all are right
 */
export function wrongEdit(edits: readonly unknown[]): number | undefined {
  let reached = 0;
  for (const [index, edit] of edits.entries()) {
    if (index >= EDIT_LIMITS.count || !isEdit(edit)) return index;
    const [from, to, inserted] = 'at' in edit ? [edit.at, edit.at, edit.insert] : [edit.from, edit.to, 0];
    const change = changeOf(edit);
    if (from < reached || to > EDIT_LIMITS.seconds || inserted > EDIT_LIMITS.seconds || change.to - change.from + change.inserted < 1)
      return index;
    reached = to;
  }
  return undefined;
}

function isEdit(edit: unknown): edit is Edit {
  if (typeof edit !== 'object' || edit === null) return false;
  const keys = Object.keys(edit).sort().join();
  return (keys === 'at,insert' || keys === 'from,to') && Object.values(edit).every(Number.isFinite);
}

/** Edits in whole milliseconds. */
type Change = { readonly from: number; readonly to: number; readonly inserted: number };

const changesOf = (edits: readonly Edit[]): Change[] => edits.map(changeOf);

function changeOf(edit: Edit): Change {
  const ms = (seconds: number) => Math.round(seconds * 1000);
  return 'at' in edit
    ? { from: ms(edit.at), to: ms(edit.at), inserted: ms(edit.insert) }
    : { from: ms(edit.from), to: ms(edit.to), inserted: 0 };
}

/**
 * Moves subtitles as the audio was edited (contract 5.8). What lies in a cut goes, what crosses its edge is shortened;
 * of two that have the same times then, the later goes. Putting time in and cutting it out again gives the same
 * subtitles.
 */
export function retime(subtitles: readonly Subtitle[], edits: readonly Edit[]): Subtitle[] {
  const seen = new Set<string>();
  return retimeWords(subtitles, edits).filter(({ startMs, endMs }) => {
    const known = seen.size;
    return seen.add(`${startMs} ${endMs}`).size > known;
  });
}

type Times = Pick<Subtitle, 'startMs' | 'endMs'>;

/** Moves words as {@link retime} moves subtitles. Several words may have the same times. */
export function retimeWords<Word extends Times>(words: readonly Word[], edits: readonly Edit[]): Word[] {
  const changes = changesOf(edits);
  return words.flatMap((word) => {
    const times = move(word, changes);
    return times ? [{ ...word, ...times }] : [];
  });
}

/** @returns undefined for a subtitle that goes */
function move({ startMs, endMs }: Times, changes: readonly Change[]): Times | undefined {
  const isInstant = startMs === endMs;
  let [start, end, startShift, endShift] = [startMs, endMs, 0, 0];
  for (const { from, to, inserted } of changes) {
    if (from > end) break;
    if (inserted > 0) {
      if (start >= from) startShift += inserted;
      if (start >= from || end > from) endShift += inserted;
      continue;
    }
    if (start >= from && (isInstant ? start < to : end <= to)) return undefined;
    if (end > to || start >= to) endShift -= to - from;
    else if (end > from) end = from;
    if (start < from) continue;
    start = Math.max(start, to);
    startShift -= to - from;
  }
  return { startMs: start + startShift, endMs: end + endShift };
}

type Moving<Chapter> = { readonly chapter: Chapter; start: number; end: number | null; shift: number; endShift: number };

/**
 * Moves chapters as {@link retime} moves subtitles. A chapter at 0 stays there. Of the chapters in a cut the last moves
 * to its end, when no other starts there; silent markers and chapters that are shown do so apart.
 */
export function retimeChapters<Chapter extends TimedChapter>(chapters: readonly Chapter[], edits: readonly Edit[]): Chapter[] {
  let moving = chapters.map((chapter): Moving<Chapter> => {
    const { startTime, endTime } = chapter;
    return { chapter, start: inMs(startTime), end: typeof endTime === 'number' ? inMs(endTime) : null, shift: 0, endShift: 0 };
  });
  for (const change of changesOf(edits)) {
    if (change.inserted === 0) moving = cut(moving, change);
    else for (const one of moving) insert(one, change);
  }
  return moving.map(timed);
}

/** The chapter with its new times. One that has not moved keeps its numbers; an end not behind the start goes. */
function timed<Chapter extends TimedChapter>({ chapter, start, end, shift, endShift }: Moving<Chapter>): Chapter {
  const startTime = start + shift === inMs(chapter.startTime) ? chapter.startTime : secondsOf(start + shift);
  if (end === null) return { ...chapter, startTime };
  const endTime = end + endShift === inMs(chapter.endTime ?? 0) ? chapter.endTime : secondsOf(end + endShift);
  return { ...chapter, startTime, endTime: typeof endTime === 'number' && endTime > startTime ? endTime : null };
}

function insert<Chapter>(one: Moving<Chapter>, { from, inserted }: Change): void {
  const moves = one.start >= from && one.start + one.shift > 0;
  if (moves) one.shift += inserted;
  if (one.end !== null && (one.end > from || moves)) one.endShift += inserted;
}

function cut<Chapter extends TimedChapter>(moving: Moving<Chapter>[], { from, to }: Change): Moving<Chapter>[] {
  const length = to - from;
  const isSilent = ({ chapter }: Moving<Chapter>) => chapter.toc === false;
  const isInside = ({ start }: Moving<Chapter>) => start >= from && start < to;
  const kept = [true, false].flatMap((silent) => {
    const alike = moving.filter((one) => isSilent(one) === silent);
    return alike.some(({ start }) => start === to) ? [] : alike.filter(isInside).slice(-1);
  });
  const left = moving.filter((one) => !isInside(one) || kept.includes(one));
  for (const one of left) {
    if (isInside(one)) one.start = to;
    if (one.start >= to) one.shift -= length;
    if (one.end === null) continue;
    if (one.end >= to) one.endShift -= length;
    else if (one.end > from) one.end = from;
  }
  return left;
}

/** Whole microseconds: 1.001 s is not before an edit at 1,001 ms, and going back and forth gives the same number. */
function inMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}

function secondsOf(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
