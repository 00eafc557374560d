import { defineErrors } from '@app/http/errors';

/** Why a chapters document is refused (contract 11.2). Every defect of a document is reported with its path. */
export const chaptersErrors = defineErrors({
  too_many_chapters: {
    kind: 'invalid',
    message: ({ count, limit }: { count: number; limit: number }) => `There are ${count} chapters; at most ${limit} are allowed.`,
  },
  duplicate_start_time: {
    kind: 'invalid',
    message: ({ seconds }: { seconds: number }) =>
      `Another chapter starts at ${seconds} s. One chapter and one silent marker (toc: false) may start together.`,
  },
  not_ascending: {
    kind: 'invalid',
    message: ({ seconds }: { seconds: number }) => `The start at ${seconds} s is before the start of the previous chapter.`,
  },
  beyond_duration: {
    kind: 'invalid',
    message: ({ seconds, duration }: { seconds: number; duration: number }) =>
      `The start at ${seconds} s is after the end of the episode at ${duration} s.`,
  },
  reversed_times: { kind: 'invalid', message: 'The end is before the start.' },
  invalid_url: { kind: 'invalid', message: 'The address must be an http or https URL.' },
  zero_duration: { kind: 'invalid', message: 'The end is equal to the start.' },
});
