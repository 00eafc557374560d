import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The caller's podcasts, a hundred at a time. */
export const podcastsQuery = infiniteQueryOptions({
  queryKey: ['podcasts'],
  queryFn: async ({ pageParam, signal }) =>
    (await api.GET('/api/v1/podcasts', { params: { query: { first: 100, after: pageParam } }, signal })).data,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
});
