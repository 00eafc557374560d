import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api.ts';
import { paged } from './paged.ts';

/** The caller's podcasts, a hundred at a time. */
export const podcastsQuery = paged(['podcasts'], (after, signal) =>
  api.GET('/api/v1/podcasts', { params: { query: { first: 100, after } }, signal }),
);

/** Most pages that are read for the title of one podcast: a thousand podcasts, for ten of the caller's requests. */
const MAX_PAGES = 10;

/** Loads pages of podcasts until one of them has `podcast`: the API has no route for a single podcast. */
export function usePodcasts(podcast: string | undefined) {
  const list = useInfiniteQuery(podcastsQuery);
  const { data, isFetching, isFetchNextPageError, fetchNextPage, hasNextPage } = list;
  const podcasts = data?.pages.flatMap((page) => page.data) ?? [];
  const isBehind = hasNextPage && podcast !== undefined && !podcasts.some(({ id }) => id === podcast);
  const isNextDue = isBehind && !isFetching && !isFetchNextPageError && (data?.pages.length ?? 0) < MAX_PAGES;
  useEffect(() => {
    if (isNextDue) void fetchNextPage({ cancelRefetch: false }); // several parts of the page ask
  }, [isNextDue, fetchNextPage]);
  return { podcasts, hasNextPage };
}
