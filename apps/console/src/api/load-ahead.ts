import type { QueryClient } from '@tanstack/react-query';
import { episodeQuery, episodesQuery, filterOf } from './episodes.ts';
import { podcastsQuery } from './podcasts.ts';
import { tokenQuery } from './token.ts';

/** Requests what the first page needs at once, and not one after the other as its parts appear. */
export function loadAhead(client: QueryClient, { pathname, search }: Location): void {
  void client.prefetchQuery(tokenQuery);
  void client.prefetchInfiniteQuery(podcastsQuery);
  const [, podcast] = /^\/console\/podcasts\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (podcast !== undefined) void client.prefetchInfiniteQuery(episodesQuery(podcast, filterOf(new URLSearchParams(search))));
  const [, episode] = /^\/console\/episodes\/([^/]+)/.exec(pathname) ?? [];
  if (episode !== undefined) void client.prefetchQuery(episodeQuery(episode));
}
