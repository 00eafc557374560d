import type { Subtitle } from './collector.js';

/** An edit of the audio, in seconds of the file as it was: time that is put in, or a part that is cut out. */
export type Edit = { readonly at: number; readonly insert: number } | { readonly from: number; readonly to: number };

/** Most edits at a time. */
export const MAX_EDITS = 500;

/** A chapter, as far as its times go. */
type Timed = { readonly startTime: number; readonly endTime: number | null; readonly toc: boolean | null };

/**
 * Judges edits: at most 500, in order, not overlapping, each with a length.
 * @returns the index of the first that is wrong; undefined when all are right
 */
export function wrongEdit(edits: readonly Edit[]): number | undefined {
  let reached = 0;
  for (const [index, edit] of edits.entries()) {
    const [from, to, length] = 'at' in edit ? [edit.at, edit.at, edit.insert] : [edit.from, edit.to, edit.to - edit.from];
    if (![from, to, length].every(Number.isFinite) || index >= MAX_EDITS || from < reached || Math.round(length * 1000) < 1) return index;
    reached = to;
  }
  return undefined;
}

/** Edits in whole milliseconds. */
type Change = { readonly from: number; readonly to: number; readonly inserted: number };

function changesOf(edits: readonly Edit[]): Change[] {
  const ms = (seconds: number) => Math.round(seconds * 1000);
  return edits.map((edit) =>
    'at' in edit
      ? { from: ms(edit.at), to: ms(edit.at), inserted: ms(edit.insert) }
      : { from: ms(edit.from), to: ms(edit.to), inserted: 0 },
  );
}

/**
 * Moves subtitles as the audio was edited (contract 5.8). What lies in a cut goes, what crosses its edge is shortened; of two that have the
 * same times then, the later goes. Putting time in and cutting it out again gives the same subtitles.
 */
export function retime(subtitles: readonly Subtitle[], edits: readonly Edit[]): Subtitle[] {
  const changes = changesOf(edits);
  const seen = new Set<string>();
  return subtitles.flatMap((subtitle) => {
    const times = move(subtitle, changes);
    const key = times && `${times.startMs} ${times.endMs}`;
    if (!times || !key || seen.has(key)) return [];
    seen.add(key);
    return [{ ...subtitle, ...times }];
  });
}

type Times = Pick<Subtitle, 'startMs' | 'endMs'>;

/** @returns undefined for a subtitle that goes */
function move({ startMs, endMs }: Times, changes: readonly Change[]): Times | undefined {
  let [start, end, startShift, endShift] = [startMs, endMs, 0, 0];
  for (const { from, to, inserted } of changes) {
    if (from > end && from > start) break;
    const length = to - from;
    if (inserted > 0) {
      if (start >= from) startShift += inserted;
      if (start >= from || end > from) endShift += inserted;
      continue;
    }
    if (start >= from && (startMs === endMs ? start < to : end <= to)) return undefined;
    if (start >= to) startShift -= length;
    else if (start > from) start = from;
    if (end > to || start >= to) endShift -= length;
    else if (end > from) end = from;
  }
  const moved = { startMs: start + startShift, endMs: end + endShift };
  return startMs < endMs && moved.endMs - moved.startMs < 1 ? undefined : moved;
}

type Moving<Chapter> = { readonly chapter: Chapter; start: number; end: number | null; shift: number; endShift: number };

/**
 * Moves chapters as {@link retime} moves subtitles. A chapter at 0 stays there. Of the chapters in a cut the last moves to its end, when no
 * other starts there; silent markers and chapters that are shown do so apart.
 */
export function retimeChapters<Chapter extends Timed>(chapters: readonly Chapter[], edits: readonly Edit[]): Chapter[] {
  let moving = chapters.map((chapter): Moving<Chapter> => {
    const { startTime, endTime } = chapter;
    return { chapter, start: startTime * 1000, end: endTime === null ? null : endTime * 1000, shift: 0, endShift: 0 };
  });
  for (const change of changesOf(edits)) {
    if (change.inserted === 0) moving = cut(moving, change);
    else for (const one of moving) insert(one, change);
  }
  return moving.map(({ chapter, start, end, shift, endShift }) => {
    const startTime = secondsOf(start + shift);
    const endTime = end === null ? null : secondsOf(end + endShift);
    return { ...chapter, startTime, endTime: endTime !== null && endTime > startTime ? endTime : null };
  });
}

function insert<Chapter>(one: Moving<Chapter>, { from, inserted }: Change): void {
  const moves = one.start >= from && one.start > 0;
  if (moves) one.shift += inserted;
  if (one.end !== null && (one.end > from || moves)) one.endShift += inserted;
}

function cut<Chapter extends Timed>(moving: Moving<Chapter>[], { from, to }: Change): Moving<Chapter>[] {
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

/** Microseconds, so that going back and forth gives the same number. */
function secondsOf(ms: number): number {
  return Math.round(ms * 1000) / 1_000_000;
}
