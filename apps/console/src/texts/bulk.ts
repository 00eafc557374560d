import { counted, texts } from './language.ts';

/** Many transcripts that are uploaded at once. */
export const t = texts('bulk', {
  title: 'Upload transcripts',
  again: 'Check the failed ones again',
  upload: (count: number) => `Upload ${counted(count, 'transcript', 'transcripts')}`,
  tags: {
    new: 'Waits',
    ready: 'Ready',
    same: 'No change',
    stopped: 'Left out',
    uploading: 'Uploading',
    uploaded: 'Done',
    failed: 'Failed',
  },
  checking: (left: number) => `Checking: ${counted(left, 'file', 'files')} left.`,
  uploadedFiles: (count: number) => `${counted(count, 'file', 'files')} uploaded.`,
  files: 'Files',
  file: 'File',
  outcome: 'What becomes of it',
  noTranscript: 'This is no transcript: it is not a text with times.',
  noEpisode: 'No episode has this name as its GUID, audio file or title.',
  several: (count: number) => `${counted(count, 'episode', 'episodes')} have this name.`,
  sameEpisode: 'Another file is for the same episode.',
  defects: (count: number) => `${counted(count, 'defect', 'defects')} that no repair mends.`,
  repaired: (plan: string, repairs: number) => `${plan}, with ${counted(repairs, 'repair', 'repairs')}`,
  plain: 'Upload',
  stored: 'Stored already',
  replaces: (count: number) => `Replaces ${counted(count, 'subtitle', 'subtitles')}`,
  uploaded: (count: number) => `Uploaded: ${counted(count, 'subtitle', 'subtitles')}`,
});
