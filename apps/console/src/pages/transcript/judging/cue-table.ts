import { scanTranscript, type Defect, type TranscriptFormat } from '@app/subtitles';

/** The timing lines and times (milliseconds) of every subtitle, in order, as typed arrays, which are copied fast. */
export type CueTable = {
  readonly lines: Uint32Array<ArrayBuffer>;
  readonly starts: Float64Array<ArrayBuffer>;
  readonly ends: Float64Array<ArrayBuffer>;
};

/** The reading of a text: the verdict of an upload, and where its subtitles are. */
export type Reading = {
  readonly format: TranscriptFormat;
  readonly defects: readonly Defect[];
  readonly defectCount: number;
  readonly cues: CueTable;
};

/** Reads a text in one scan. */
export function readCues(text: string): Reading {
  const lines: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const outcome = scanTranscript(text, {
    onSubtitle: () => undefined,
    onTimes: ({ startMs, endMs }, line) => {
      lines.push(line);
      starts.push(startMs);
      ends.push(endMs);
    },
  });
  const cues = { lines: Uint32Array.from(lines), starts: Float64Array.from(starts), ends: Float64Array.from(ends) };
  return { format: outcome.format, defects: outcome.defects, defectCount: outcome.defectCount, cues };
}

/** Most subtitles that are shown at one time. */
const MAX_SHOWN = 8;

/** The subtitles at a time; the end of a subtitle is not part of it. */
export function cuesAt({ starts, ends }: CueTable, ms: number): number[] {
  const found: number[] = [];
  starts.forEach((start, cue) => {
    if (start <= ms && ms < (ends[cue] ?? 0) && found.length < MAX_SHOWN) found.push(cue);
  });
  return found;
}

/** The subtitle of a line: the last one whose timing line is not below it; an index line belongs to the one above. */
export function cueOfLine({ lines }: CueTable, line: number): number | undefined {
  const cue = lines.findLastIndex((one) => one <= line);
  return cue === -1 ? undefined : cue;
}
