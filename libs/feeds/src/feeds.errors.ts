import { defineErrors } from '@app/http';

/** What callers of the refetch routes can act on. */
export const feedErrors = defineErrors({
  no_external_feed: { kind: 'invalid', message: 'The podcast has no external feed.' },
  refetch_in_progress: { kind: 'conflict', message: 'A refetch of the feed is in progress.' },
  refetch_too_soon: { kind: 'rate_limited', message: 'The feed was refetched a moment ago. Retry-After says when to ask again.' },
});
