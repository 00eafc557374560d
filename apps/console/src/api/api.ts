import { createClient, type components } from '@app/client';
import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { session } from '../session/token.ts';
import { noteWait } from './waits.ts';

export type Schemas = components['schemas'];
export type TokenRecord = Schemas['TokenResponse'];
export type Permission = TokenRecord['permissions'][number];
export type Episode = Schemas['EpisodeResponse'];
export type Missing = Episode['missing'][number];
export type Chapter = Schemas['ChapterResponse'];
export type Stock = Schemas['VideoStockResponse'];
export type Version = Schemas['TranscriptVersionResponse'];
export type Refetch = Schemas['RefetchResponse'];
export type Publication = Schemas['PublicationResponse'];

/** The API that served this page. The client waits when the API asks for it, and the page shows that (`waits.ts`). */
export const api = createClient({
  baseUrl: '',
  token: () => session.get().token ?? '',
  retry: { onWait: ({ seconds, status }) => noteWait(seconds, status) },
});

type Answer<Body> = Promise<{ readonly data: Body }>;

/** A query of one answer of the API. */
export const single = <Data>(queryKey: QueryKey, read: (signal: AbortSignal) => Answer<{ readonly data: Data }>) =>
  queryOptions({ queryKey, queryFn: async ({ signal }) => (await read(signal)).data.data });

/** A query of a list of the API, which comes in pages. */
export const paged = <Page extends { readonly meta: { readonly next_cursor: string | null } }>(
  queryKey: QueryKey,
  read: (after: string | undefined, signal: AbortSignal) => Answer<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => (await read(pageParam, signal)).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
