import { counted, texts } from './language.ts';

/** The podcasts, and the desk of one. */
export const t = texts('desk', {
  podcasts: 'Podcasts',
  noPodcast: 'There is no podcast here yet.',
  noPodcastHint: 'You see podcasts whose ownership is confirmed. The operator of this service creates and confirms them.',
  podcastCount: (count: number) => counted(count, 'podcast', 'podcasts'),
  groups: {
    next: 'Next',
    unscheduled: 'Unscheduled',
    published: 'Published',
  },
  files: 'Transcript files',
  upload: 'Upload transcripts…',
  search: 'Search in titles',
  searchHint: 'Type a letter or a digit to search.',
  onlyWithout: 'Only episodes without',
  lacking: 'Lacking',
  parts: {
    transcript: 'transcript',
    chapters: 'chapters',
    video: 'video',
  },
  noMatch: 'No episode is like this.',
  none: 'This podcast has no episodes yet.',
  noneHint: 'They appear when its feed is fetched.',
  transcription: {
    idle: 'No transcript',
    transcribing: 'Being transcribed',
    separating_speakers: 'Speakers being separated',
  },
  videoOf: (duration: string) => `Video, ${duration}`,
  partsOf: (title: string) => `Parts of ${title}`,
  due: (when: string) => `Due ${when}`,
  progress: (has: number, all: number) => `${has} of ${all}`,
  progressOf: 'parts',
});
