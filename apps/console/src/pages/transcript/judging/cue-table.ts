import { scanTranscript, type Defect, type TranscriptFormat } from '@app/subtitles';

/**
 * The times of every subtitle of a text, as typed arrays, which are copied fast. `lines`, `starts` and `ends` are in
 * the order of the file; `order` lists the subtitles by their start, and `reach` has the latest end of each prefix of `order`.
 */
export type CueTable = {
  readonly lines: Uint32Array<ArrayBuffer>;
  readonly starts: Float64Array<ArrayBuffer>;
  readonly ends: Float64Array<ArrayBuffer>;
  readonly order: Uint32Array<ArrayBuffer>;
  readonly reach: Float64Array<ArrayBuffer>;
};

/** The reading of a text: the verdict of an upload, and where its subtitles are. */
export type Reading = {
  readonly format: TranscriptFormat;
  readonly defects: readonly Defect[];
  readonly defectCount: number;
  readonly cues: CueTable;
};

/** Reads a text in one scan. @param format detected from the content when left out */
export function readCues(text: string, format?: TranscriptFormat): Reading {
  const lines: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const outcome = scanTranscript(text, {
    format,
    onSubtitle: () => undefined,
    onTimes: ({ startMs, endMs }, line) => {
      lines.push(line);
      starts.push(startMs);
      ends.push(endMs);
    },
  });
  return { format: outcome.format, defects: outcome.defects, defectCount: outcome.defectCount, cues: tableOf(lines, starts, ends) };
}

function tableOf(lines: readonly number[], starts: readonly number[], ends: readonly number[]): CueTable {
  const order = Uint32Array.from(starts, (_, cue) => cue);
  const isAscending = starts.every((start, cue) => cue === 0 || start >= (starts[cue - 1] ?? 0));
  if (!isAscending) order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b);
  const reach = new Float64Array(order.length);
  let latest = 0;
  order.forEach((cue, at) => {
    latest = Math.max(latest, ends[cue] ?? 0);
    reach[at] = latest;
  });
  return { lines: Uint32Array.from(lines), starts: Float64Array.from(starts), ends: Float64Array.from(ends), order, reach };
}

/** How many elements of an ascending row are at most a value. */
function countUpTo(length: number, at: (index: number) => number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Most subtitles that are shown at one time. */
const MAX_SHOWN = 8;

/** The subtitles at a time, in the order of their starts; the end of a subtitle is not part of it. */
export function cuesAt({ starts, ends, order, reach }: CueTable, ms: number): number[] {
  const found: number[] = [];
  const begun = countUpTo(order.length, (at) => starts[order[at] ?? 0] ?? 0, ms);
  for (let at = begun - 1; at >= 0 && (reach[at] ?? 0) > ms && found.length < MAX_SHOWN; at--) {
    const cue = order[at] ?? 0;
    if ((ends[cue] ?? 0) > ms) found.unshift(cue);
  }
  return found;
}

/** The subtitle that a line belongs to: the last one whose timing line is not below it; an index line belongs to the one above. */
export function cueOfLine({ lines }: CueTable, line: number): number | undefined {
  const count = countUpTo(lines.length, (at) => lines[at] ?? 0, line);
  return count === 0 ? undefined : count - 1;
}

/** The lines from the timing line of a subtitle up to the timing line of the next; `to` is excluded, and undefined for the last one. */
export function linesOfCue({ lines }: CueTable, cue: number): { readonly from: number; readonly to: number | undefined } | undefined {
  const from = lines[cue];
  return from === undefined ? undefined : { from, to: lines[cue + 1] };
}
