import { formatTime } from '@app/subtitles';
import { readCues } from './cue-table.ts';
import type { Splice } from './splice.ts';

/** `start --> end` at the beginning of a line, spaces as they are. The line is known to be a timing line. */
export const TIMES = /^([ \t]*)[\d:.,]+([ \t]*-->[ \t]*)[\d:.,]+/;

export type Shift =
  | { readonly ok: true; readonly splices: readonly Splice[]; readonly count: number }
  /** Times before zero do not exist: `count` subtitles would begin there, the first of them at `line`. */
  | { readonly ok: false; readonly count: number; readonly line: number; readonly earliestMs: number };

/** Moves every time of a text by an offset. Nothing but the times is changed; lines that are no timing lines stay as they are. */
export function shiftTimes(text: string, offsetMs: number): Shift {
  const { cues, format } = readCues(text);
  const early = [...cues.starts.keys()].filter((cue) => Math.min(cues.starts[cue] ?? 0, cues.ends[cue] ?? 0) + offsetMs < 0);
  if (early.length > 0)
    return {
      ok: false,
      count: early.length,
      line: cues.lines[early[0] ?? 0] ?? 1,
      earliestMs: Math.min(...[cues.starts, cues.ends].map((times) => times.reduce((least, time) => Math.min(least, time), Infinity))),
    };
  const mark = format === 'vtt' ? '.' : ',';
  const splices: Splice[] = [];
  const starts = lineStarts(text, cues.lines);
  starts.forEach((from, cue) => {
    const found = TIMES.exec(text.slice(from, from + MAX_TIMING_LENGTH));
    if (!found) return;
    const [all, before = '', arrow = ''] = found;
    const times = [cues.starts[cue] ?? 0, cues.ends[cue] ?? 0].map((ms) => formatTime(ms + offsetMs, mark));
    splices.push({ from, to: from + all.length, insert: `${before}${times[0]}${arrow}${times[1]}` });
  });
  return { ok: true, splices, count: splices.length };
}

/** Characters in which the two times of a line are looked for. */
const MAX_TIMING_LENGTH = 200;

/** Index of the first character of each line that is asked for; line numbers are ascending and count from 1. */
function lineStarts(text: string, lines: Uint32Array): number[] {
  const starts: number[] = [];
  let line = 1;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (const wanted of lines) {
    for (; line < wanted; line++) at = text.indexOf('\n', at) + 1;
    starts.push(at);
  }
  return starts;
}
