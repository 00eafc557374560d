import type { components } from '@app/client';
import { api, paged } from '../../api/api.ts';

export type Token = components['schemas']['TokenRecord'];
export type NewToken = components['schemas']['NewToken'];

/** The user's living tokens, newest first; a user has at most 100. */
export const tokensQuery = paged(['tokens'], (after, signal) =>
  api.GET('/api/v1/tokens', { params: { query: { first: 100, after } }, signal }),
);

export const labelOf = ({ label, id }: Pick<Token, 'id' | 'label'>): string => (label === null || label.trim() === '' ? id : label);
