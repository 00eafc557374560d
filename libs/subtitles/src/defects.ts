/** The two formats that an upload may have. */
export type TranscriptFormat = 'srt' | 'vtt';

/** The codes of everything that can be wrong with a transcript (transcripts.md, "Codes"). */
export const DEFECT_CODES = [
  'too_large',
  'too_many_subtitles',
  'bad_format',
  'empty',
  'no_times',
  'bad_time',
  'reversed_times',
  'duplicate_times',
  'multiple_speakers',
  'bad_voice_tag',
] as const;

export type DefectCode = (typeof DEFECT_CODES)[number];

/** One defect, as the API reports it. `line` and `subtitle` count from 1. */
export type Defect = {
  readonly field: 'content' | 'format';
  readonly code: DefectCode;
  readonly message: string;
  readonly line: number | null;
  readonly subtitle: number | null;
  readonly first_line?: number;
  readonly first_subtitle?: number;
};

/** Most defects that are described; further ones are only counted. */
export const MAX_DEFECTS = 100;

/** Most characters of a file that a message quotes. */
const MAX_QUOTED = 80;

type DefectPlace = {
  readonly line: number;
  readonly subtitle?: number | null;
  readonly first_line?: number;
  readonly first_subtitle?: number;
};

/** A part of a text, by its bounds. */
type Excerpt = { readonly text: string; readonly start: number; readonly end: number };

/** The defects of one file, in its order. Only the first are described, so that memory is bounded. */
export class Defects {
  readonly list: Defect[] = [];
  count = 0;

  /** @param quoted bounds of the offending line, of which the message quotes up to 80 characters */
  add(code: DefectCode, words: string, place: DefectPlace, quoted?: Excerpt): void {
    this.count += 1;
    if (this.list.length >= MAX_DEFECTS) return;
    const { line, subtitle = null, ...first } = place;
    const message = quoted === undefined ? words : `${words}: ${excerpt(quoted)}`;
    this.list.push({ field: 'content', code, message, line, subtitle, ...first });
  }
}

/** Counts code points, so that no surrogate pair is cut. */
function excerpt({ text, start: from, end }: Excerpt): string {
  const start = text.slice(from, Math.min(end, from + 2 * MAX_QUOTED + 2));
  const points = [...start];
  return points.length <= MAX_QUOTED && from + start.length === end ? `“${start}”` : `“${points.slice(0, MAX_QUOTED - 1).join('')}…”`;
}
