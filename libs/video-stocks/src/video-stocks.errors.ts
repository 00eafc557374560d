import { type AppError, defineErrors, httpErrors } from '@app/http/errors';

/** Why a stock is not registered, corrected, canceled or linked (contract 9). */
export const stockErrors = defineErrors({
  client_key_conflict: {
    kind: 'conflict',
    message: 'The podcast has a stock with this client_key that was registered with other values.',
  },
  not_correctable: { kind: 'conflict', message: ({ status }: { status: string }) => `A stock that is ${status} cannot be corrected so.` },
  revision_mismatch: {
    kind: 'conflict',
    message: ({ current_revision }: { current_revision: number }) => `The stock has changed; its revision is ${current_revision} now.`,
  },
  not_ready: { kind: 'conflict', message: ({ status }: { status: string }) => `A stock that is ${status} cannot be linked.` },
  not_matched: {
    kind: 'conflict',
    message: ({ status }: { status: string }) => `A stock that is ${status} has no episode to be unlinked from.`,
  },
  already_matched: { kind: 'conflict', message: 'The stock is matched with an episode.' },
  episode_has_video: { kind: 'conflict', message: 'The episode has a video.' },
  episode_not_found: { kind: 'invalid', message: 'There is no such episode.' },
  episode_podcast_mismatch: { kind: 'invalid', message: 'The episode belongs to another podcast than the stock.' },
});

export const noSuchStock = (): AppError => httpErrors.not_found('There is no such video stock.');
