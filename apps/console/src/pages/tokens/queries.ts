import type { components } from '@app/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

export type Token = components['schemas']['TokenRecord'];
export type NewToken = components['schemas']['NewToken'];

/** The user's living tokens, newest first; a user has at most 100. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ pageParam, signal }) =>
    (await api.GET('/api/v1/tokens', { params: { query: { first: 100, after: pageParam } }, signal })).data,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
});

export const labelOf = ({ label, id }: Pick<Token, 'id' | 'label'>): string => (label === null || label.trim() === '' ? id : label);
