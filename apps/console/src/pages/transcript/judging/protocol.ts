import type { Change as RepairChange, Defect, Edit, TranscriptFormat } from '@app/subtitles';
import type { CueTable } from './cue-table.ts';
import type { LineChange } from './diff-lines.ts';
import type { Shift } from './shift-times.ts';
import type { Splice } from './splice.ts';

/** The text that another is compared with, and its format: see {@link Tasks}. */
export type Comparison = {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly LineChange[];
  /** Characters of the longest line. */
  readonly longestLine: number;
};

/** The work that a worker does on request: what is given, and what comes back. */
export type Tasks = {
  /** Decodes a file. */
  readonly decode: {
    readonly given: { readonly bytes: Uint8Array };
    readonly result: { readonly text: string; readonly encoding: string };
  };
  /** Repairs a text, and compares the repaired one with it. */
  readonly repair: {
    readonly given: { readonly text: string };
    readonly result: Comparison & {
      readonly ok: boolean;
      readonly repairs: readonly RepairChange[];
      readonly defects: readonly Defect[];
      readonly defectCount: number;
    };
  };
  readonly shift: { readonly given: { readonly text: string; readonly offsetMs: number }; readonly result: Shift };
  /** Moves the subtitles of a text without defects as the audio was edited. */
  readonly retime: {
    readonly given: { readonly text: string; readonly edits: readonly Edit[] };
    readonly result: { readonly text: string; readonly removed: number };
  };
  /** Compares the file that the API would give back after an upload of `text`, or a text with defects, with the file that it gives now. */
  readonly compare: {
    readonly given: { readonly text: string; readonly stored: string; readonly as: TranscriptFormat };
    readonly result: Comparison;
  };
  /** The text as a file of a format; it has no defects. */
  readonly convert: {
    readonly given: { readonly text: string; readonly to: TranscriptFormat };
    readonly result: { readonly text: string };
  };
};

export type TaskName = keyof Tasks;

export type Request =
  /** A text to judge, in place of the one before. */
  | { readonly type: 'open'; readonly version: number; readonly text: string }
  /** Changes of that text. */
  | { readonly type: 'change'; readonly version: number; readonly splices: readonly Splice[] }
  | {
      [Name in TaskName]: { readonly type: 'task'; readonly id: number; readonly name: Name; readonly given: Tasks[Name]['given'] };
    }[TaskName];

/** The verdict of a version of the text. */
export type Verdict = {
  readonly version: number;
  readonly format: TranscriptFormat;
  /** The first 100. */
  readonly defects: readonly Defect[];
  readonly defectCount: number;
  readonly cues: CueTable;
};

export type Reply =
  | ({ readonly type: 'verdict' } & Verdict)
  | { readonly type: 'done'; readonly id: number; readonly result: Tasks[TaskName]['result'] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };
