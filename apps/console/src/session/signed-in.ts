import type { QueryClient } from '@tanstack/react-query';
import { loadAhead } from '../api/load-ahead.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Store } from '../parts/store.ts';
import { session } from './token.ts';

/** The token of this tab, and the data that was loaded with it. What one token may see is nothing that the next may inherit. */
type SignedIn = { readonly token: string; readonly queryClient: QueryClient };

export const signedIn = new Store<SignedIn | undefined>(undefined);

/** Requests the data of the first page for the token of this tab, now and whenever there is another. */
export function followToken(): void {
  const follow = () => {
    const { token } = session.get();
    if (token !== (signedIn.get()?.token ?? null)) signedIn.set(token === null ? undefined : signInWith(token));
  };
  follow();
  session.subscribe(follow);
}

function signInWith(token: string): SignedIn {
  const queryClient = createQueryClient();
  loadAhead(queryClient, location);
  return { token, queryClient };
}
