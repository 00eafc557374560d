import type { QueryClient } from '@tanstack/react-query';
import { episodeQuery, episodesQuery, filterOf } from '../api/episodes.ts';
import { podcastsQuery, tokenQuery } from '../api/podcasts.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Store } from '../parts/store.ts';
import { session } from './token.ts';

/** The token of this tab, and the data that was loaded with it, which the next token does not inherit. */
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

/** Requests what the first page needs at once, and not one after the other as its parts appear. */
function loadAhead(client: QueryClient, { pathname, search }: Location): void {
  void client.prefetchQuery(tokenQuery);
  void client.prefetchInfiniteQuery(podcastsQuery);
  const [, podcast] = /^\/console\/podcasts\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (podcast !== undefined) void client.prefetchInfiniteQuery(episodesQuery(podcast, filterOf(new URLSearchParams(search))));
  const [, episode] = /^\/console\/episodes\/([^/]+)/.exec(pathname) ?? [];
  if (episode !== undefined) void client.prefetchQuery(episodeQuery(episode));
}
