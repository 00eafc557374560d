import { defineErrors } from '@app/http/errors';

/** Why a request for a refetch is refused. The `failure` of a refetch says why it failed. */
export const feedErrors = defineErrors({
  no_external_feed: { kind: 'invalid', message: 'The podcast has no external feed.' },
  refetch_in_progress: { kind: 'conflict', message: 'A refetch of the feed is in progress.' },
  refetch_too_soon: {
    kind: 'rate_limited',
    message: ({ seconds }: { seconds: number }) => `The feed was refetched a moment ago; ask again in ${seconds} s.`,
  },
});
