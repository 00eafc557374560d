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
