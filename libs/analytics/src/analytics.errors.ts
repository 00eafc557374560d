import { defineErrors } from '@app/http/errors';

/** Why a range of downloads is refused (contract 12.1). */
export const analyticsErrors = defineErrors({
  invalid_date: { kind: 'invalid', message: 'The date must be one of the calendar, as YYYY-MM-DD.' },
  unknown_timezone: { kind: 'invalid', message: 'The time zone must be the name of an IANA time zone.' },
  from_after_to: { kind: 'invalid', message: 'from must not be after to.' },
  range_too_long: {
    kind: 'invalid',
    message: ({ days, limit }: { days: number; limit: number }) => `The range has ${days} days; at most ${limit} are allowed.`,
  },
  episode_not_found: { kind: 'invalid', message: 'There is no such episode.' },
  too_many_exports: {
    kind: 'rate_limited',
    message: ({ limit }: { limit: number }) => `At most ${limit} exports of a user run at once; wait until one has ended.`,
  },
});
