export type TranscriptFormat = 'srt' | 'vtt';
export type Defect = {
  readonly field: 'content' | 'format';
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly subtitle: number | null;
};
