import { defineErrors } from '@app/http';

export const analyticsErrors = defineErrors({
  from_after_to: { kind: 'invalid', message: 'from must not be after to.' },
  range_too_long: {
    kind: 'invalid',
    message: ({ days, limit }: { days: number; limit: number }) => `The range has ${days} days; at most ${limit} are allowed.`,
  },
  too_many_exports: {
    kind: 'rate_limited',
    message: ({ limit }: { limit: number }) => `At most ${limit} exports of a user run at once; wait until one has ended.`,
  },
});
