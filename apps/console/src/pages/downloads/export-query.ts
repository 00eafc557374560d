import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { Range } from './range.ts';

/** All figures of a range, by one request. */
export const exportQuery = (podcast: string, range: Range) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'analytics', range],
    queryFn: async ({ signal }) => {
      const params = { path: { podcast }, query: range };
      return (await api.GET('/api/v1/podcasts/{podcast}/analytics.csv', { params, signal, parseAs: 'text' })).data;
    },
  });
