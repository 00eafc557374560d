/** The two formats that an upload may have. */
export type TranscriptFormat = 'srt' | 'vtt';

/** Everything that can be wrong with the text of a transcript (transcripts.md, "Codes"). */
export type DefectCode =
  | 'too_large'
  | 'too_many_subtitles'
  | 'bad_format'
  | 'empty'
  | 'no_times'
  | 'bad_time'
  | 'reversed_times'
  | 'duplicate_times'
  | 'multiple_speakers'
  | 'bad_voice_tag';

/** One defect, in the shape in which it goes to the caller. `line` and `subtitle` count from 1. */
export type Defect = {
  readonly field: 'content' | 'format';
  readonly code: DefectCode;
  readonly message: string;
  readonly line: number | null;
  readonly subtitle: number | null;
  readonly first_line?: number;
  readonly first_subtitle?: number;
};

/** Most defects that are described; the others are counted. */
export const MAX_DEFECTS = 100;

/** Most characters of a file that a message quotes. */
const QUOTED = 80;

type Place = { readonly line: number; readonly subtitle?: number | null; readonly first_line?: number; readonly first_subtitle?: number };

/** A part of a text, by its bounds. */
type Passage = { readonly text: string; readonly start: number; readonly end: number };

/** The defects of one file, in its order. However many there are, memory is bounded: only the first are described. */
export class Defects {
  readonly list: Defect[] = [];
  count = 0;

  /** @param quoted where the line in question is; 80 characters of it are cut out, and only where they are needed */
  add(code: DefectCode, words: string, { line, subtitle = null, ...first }: Place, quoted?: Passage): void {
    this.count += 1;
    if (this.list.length >= MAX_DEFECTS) return;
    const message = quoted === undefined ? words : `${words}: ${excerpt(quoted)}`;
    this.list.push({ field: 'content', code, message, line, subtitle, ...first });
  }
}

/** By code points: half a surrogate pair is not quoted. */
function excerpt({ text, start: from, end }: Passage): string {
  const start = text.slice(from, Math.min(end, from + 2 * QUOTED + 2));
  const points = [...start];
  return points.length <= QUOTED && from + start.length === end ? `“${start}”` : `“${points.slice(0, QUOTED - 1).join('')}…”`;
}
