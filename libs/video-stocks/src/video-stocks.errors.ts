import { defineErrors } from '@app/http';

/** What callers of the video stock routes can act on. */
export const videoStockErrors = defineErrors({
  already_matched: { kind: 'conflict', message: 'The stock is matched with an episode.' },
  client_key_conflict: {
    kind: 'conflict',
    message: 'The podcast has a stock with this client_key that was requested differently. Use another key.',
  },
  episode_has_video: { kind: 'conflict', message: 'The episode has a video already.' },
  episode_not_found: { kind: 'invalid', message: 'There is no such episode.' },
  episode_podcast_mismatch: { kind: 'invalid', message: 'The episode belongs to another podcast than the stock.' },
  not_correctable: {
    kind: 'conflict',
    message: 'A matched or canceled stock cannot be corrected, and only a failed one takes another upload.',
  },
  not_ready: { kind: 'conflict', message: 'Only a stock in ready can be linked.' },
  revision_mismatch: {
    kind: 'conflict',
    message: ({ current_revision }: { current_revision: number }) => `The stock is at revision ${current_revision}. Read it again.`,
    meaning: 'the stock has changed since expected_revision',
  },
});
