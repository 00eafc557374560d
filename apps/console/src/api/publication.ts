import type { components } from '@app/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export type Publication = components['schemas']['PublicationResponse'];

export const publicationQuery = (podcast: string) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'publication'],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/podcasts/{podcast}/publication', { params: { path: { podcast } }, signal })).data.data,
  });
