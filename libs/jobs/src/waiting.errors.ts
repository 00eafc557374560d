import { defineErrors } from '@app/http/errors';

export const waitingErrors = defineErrors({
  too_many_waiting: {
    kind: 'rate_limited',
    message: ({ limit }: { limit: number }) => `At most ${limit} requests of a user wait at once.`,
    meaning: 'too many requests of the user wait for a change',
  },
});
