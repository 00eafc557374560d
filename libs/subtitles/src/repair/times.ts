import { formatTime } from '../write.js';
import type { Change } from './change.js';
import { timingLine, type Cue, type Document, type Timing } from './document.js';

/** Repairs times: fills those that are missing, swaps those that are reversed, says which were rewritten. */
export function repairTimes({ format, blocks }: Document, changes: Change[]): void {
  const cues = blocks.filter((block) => block.kind === 'cue');
  for (const [at, { timing }] of cues.entries()) {
    fill(timing, cues[at - 1]?.timing, cues[at + 1]?.timing, changes);
    const { startMs, endMs, line } = timing;
    if (startMs === null || endMs === null) continue;
    if (endMs < startMs) {
      Object.assign(timing, { startMs: endMs, endMs: startMs, isRewritten: true });
      changes.push({
        code: 'times_swapped',
        line: line.number,
        message: `Start ${inWords(startMs)} and end ${inWords(endMs)} are swapped`,
      });
    } else if (timing.isRewritten) {
      const { text } = timingLine(timing, format);
      if (text !== line.text)
        changes.push({ code: 'time_rewritten', line: line.number, message: `"${line.text.trim()}" is written as "${text}"` });
    }
  }
}

/** A missing end is the start of the next subtitle; a missing start is the end of the one before. */
function fill(timing: Timing, before: Timing | undefined, next: Timing | undefined, changes: Change[]): void {
  const { startMs, endMs, line } = timing;
  const place = { code: 'time_filled', line: line.number } as const;
  if (startMs !== null && endMs === null && next && next.startMs !== null && next.startMs >= startMs) {
    timing.endMs = next.startMs;
    changes.push({ ...place, message: `The missing end is set to ${inWords(next.startMs)}, where the next subtitle starts` });
  }
  if (startMs !== null || endMs === null) return;
  const from = before ? before.endMs : 0;
  if (from === null || from > endMs) return;
  timing.startMs = from;
  changes.push({ ...place, message: `The missing start is set to ${inWords(from)}${before ? ', where the subtitle before ends' : ''}` });
}

/**
 * Makes the times of every subtitle different: the end of a duplicate moves by as few milliseconds as are free. A
 * timing line that stands twice, with nothing between the two, is kept once.
 */
export function separateDuplicates(document: Document, changes: Change[]): void {
  const { blocks } = document;
  const taken = new Set(blocks.flatMap((block) => (block.kind === 'cue' ? keyOf(block.timing) : [])));
  const seen = new Map<string, Cue>();
  const free = new Map<string, number>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'cue' || block.timing.startMs === null || block.timing.endMs === null) continue;
    const key = keyOf(block.timing);
    const first = seen.get(key);
    if (!first) {
      seen.set(key, block);
      continue;
    }
    const above = blocks[at - 1];
    if (above === first && above.text.every(({ text }) => text.trim() === '')) mergeInto(block, above, changes);
    else move(block.timing, first, { taken, free }, changes);
  }
  document.blocks = blocks.filter((block) => block.kind !== 'cue' || !block.isMerged);
}

function mergeInto(cue: Cue, repeated: Cue, changes: Change[]): void {
  changes.push({ code: 'times_merged', line: repeated.timing.line.number, message: 'A timing line that stands twice is kept once' });
  repeated.isMerged = true;
  cue.before = repeated.before;
  if (cue.above.length === 0) cue.above = repeated.above;
}

/** Times that are in use, and for some of them an end from which on to look for one that is not. */
type Ends = { readonly taken: Set<string>; readonly free: Map<string, number> };

function move(timing: Timing, first: Cue, { taken, free }: Ends, changes: Change[]): void {
  const { startMs, endMs, line } = timing;
  if (startMs === null || endMs === null) return;
  const passed: string[] = [];
  let end = endMs;
  for (let key = keyOf(timing); taken.has(key); key = `${startMs} ${end}`) {
    passed.push(key);
    end = free.get(key) ?? end + 1;
  }
  // Thousands of duplicates do not search the same ends again.
  for (const key of passed) free.set(key, end + 1);
  timing.endMs = end;
  timing.isRewritten = true;
  taken.add(keyOf(timing));
  const message = `The end is moved by ${end - endMs} ms: the times were those of the subtitle in line ${first.timing.line.number}`;
  changes.push({ code: 'times_moved', line: line.number, message });
}

function keyOf({ startMs, endMs, line }: Timing): string {
  return startMs === null || endMs === null ? `line ${line.number}` : `${startMs} ${endMs}`;
}

function inWords(ms: number): string {
  return formatTime(ms, '.');
}
