import { ApiError } from '@app/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signOut } from '../session/token.ts';

/** Times that a request is repeated which got no answer at all. The client repeats what the API asks to repeat. */
const MAX_NETWORK_RETRIES = 2;

const STALE_AFTER_MS = 15_000;

/** Asks for another token if the API does not accept this one. */
export function onError(error: Error): void {
  if (error instanceof ApiError && error.status === 401) signOut(error);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => !(error instanceof ApiError) && failures < MAX_NETWORK_RETRIES,
      },
      // Nothing is sent twice that a person asked for once; and nothing waits for a connection unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
