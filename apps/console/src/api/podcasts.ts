import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, paged, single } from './api.ts';

/** The permissions of the token. */
export const tokenQuery = queryOptions({ ...single(['token'], (signal) => api.GET('/api/v1/token', { signal })), staleTime: Infinity });

/** The caller's podcasts, a hundred at a time. */
export const podcastsQuery = paged(['podcasts'], (after, signal) =>
  api.GET('/api/v1/podcasts', { params: { query: { first: 100, after } }, signal }),
);

export const publicationQuery = (podcast: string) =>
  single(['podcasts', podcast, 'publication'], (signal) =>
    api.GET('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, signal }),
  );

/** Most pages that are read for the title of one podcast: a thousand podcasts, for ten of the caller's requests. */
const MAX_PAGES = 10;

/** Loads pages of podcasts until one of them has `podcast`: the API has no route for a single podcast. */
export function usePodcasts(podcast: string | undefined) {
  const { data, isFetching, isFetchNextPageError, fetchNextPage, hasNextPage } = useInfiniteQuery(podcastsQuery);
  const podcasts = data?.pages.flatMap((page) => page.data) ?? [];
  const title = podcasts.find(({ id }) => id === podcast)?.title;
  const isBehind = hasNextPage && podcast !== undefined && title === undefined;
  const isNextDue = isBehind && !isFetching && !isFetchNextPageError && (data?.pages.length ?? 0) < MAX_PAGES;
  useEffect(() => {
    if (isNextDue) void fetchNextPage({ cancelRefetch: false }); // several parts of the page ask
  }, [isNextDue, fetchNextPage]);
  return { podcasts, title, hasNextPage };
}
