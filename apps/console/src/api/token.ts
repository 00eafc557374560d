import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The permissions of the token. */
export const tokenQuery = queryOptions({
  queryKey: ['token'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/token', { signal })).data.data,
  staleTime: Infinity,
});
