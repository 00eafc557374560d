/** Why a stock failed (contract 9.3), in words for people. */
export const FAILURES = {
  unreadable_media: 'The file is not a video that can be read: it is damaged, cut off, of an unknown kind, or does not tell its duration.',
  no_video_track: 'The file has no video track.',
  quota_exceeded: 'The video is longer than what is left of the quota.',
  upload_missing: 'The file is no longer there.',
} as const;

export type FailureCode = keyof typeof FAILURES;
