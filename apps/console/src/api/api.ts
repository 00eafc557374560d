import { createClient, type components } from '@app/client';
import { session } from '../session/token.ts';
import { noteWait } from './waits.ts';

type Schemas = components['schemas'];
export type TokenRecord = Schemas['TokenResponse'];
export type Permission = TokenRecord['permissions'][number];
export type Episode = Schemas['EpisodeResponse'];
export type Missing = Episode['missing'][number];
export type Chapter = Schemas['ChapterResponse'];
export type Stock = Schemas['VideoStockResponse'];
export type Version = Schemas['TranscriptVersionResponse'];
export type Refetch = Schemas['RefetchResponse'];

/** The API that served this page. The client waits when the API asks for it, and the page shows that (`waits.ts`). */
export const api = createClient({
  baseUrl: '',
  token: () => session.get().token ?? '',
  retry: { onWait: ({ seconds, status }) => noteWait(seconds, status) },
});
