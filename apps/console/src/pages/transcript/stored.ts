import { ApiError } from '@app/client';
import type { TranscriptFormat } from '@app/subtitles';
import { queryOptions } from '@tanstack/react-query';
import { api, single, type Episode } from '../../api/api.ts';

const TYPES = { srt: 'application/x-subrip', vtt: 'text/vtt', json: 'application/json' } as const;

/** A transcript as a file; empty, and without an ETag, when there is none. */
type Stored = { readonly text: string; readonly etag: string | null };

const NONE: Stored = { text: '', etag: null };

export async function readStored(episode: string, format: keyof typeof TYPES, signal?: AbortSignal): Promise<Stored> {
  try {
    const { data, response } = await api.GET('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode } },
      headers: { Accept: TYPES[format] },
      parseAs: 'text',
      signal,
    });
    return { text: data, etag: response.headers.get('ETag') };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NONE;
    throw error;
  }
}

/** The transcript that the editor begins with, read once a visit: a refetch never replaces what the user types. */
export const openedQuery = (episode: Episode) =>
  queryOptions({
    queryKey: ['transcript', episode.id],
    queryFn: async ({ signal }) => {
      const { text } = episode.transcript ? await readStored(episode.id, episode.transcript.format, signal) : NONE;
      return { text, revision: revisionOf(episode) };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** The time of an upload, which identifies a stored transcript; null when there is none. */
export function revisionOf({ transcript }: Pick<Episode, 'transcript'>): string | null {
  return transcript?.uploaded_at ?? null;
}

type Upload = { readonly content: string; readonly etag: string | null };

/**
 * Replaces the transcript that has this ETag; another one is 412. The content tells its format.
 * @returns the number of subtitles stored
 */
export async function upload(episode: string, { content, etag }: Upload): Promise<number> {
  const header = etag === null ? { 'If-None-Match': '*' } : { 'If-Match': etag };
  const params = { path: { episode }, header };
  const { data } = await api.PUT('/api/v1/episodes/{episode}/transcript', { params, body: { content } });
  return data.data.segment_count;
}

/** The last ten uploads, newest first. */
export const versionsQuery = (episode: string) =>
  single(['transcript', episode, 'versions'], (signal) =>
    api.GET('/api/v1/episodes/{episode}/transcript/versions', { params: { path: { episode } }, signal }),
  );

/** A version as a file; versions never change. */
export const versionQuery = (episode: string, number: number, format: TranscriptFormat) =>
  queryOptions({
    queryKey: ['transcript', episode, 'versions', number, format],
    queryFn: async ({ signal }) => {
      const options = { params: { path: { episode, number } }, headers: { Accept: TYPES[format] }, parseAs: 'text', signal } as const;
      return (await api.GET('/api/v1/episodes/{episode}/transcript/versions/{number}', options)).data;
    },
    staleTime: Infinity,
  });
