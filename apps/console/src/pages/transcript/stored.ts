import { ApiError } from '@app/client';
import type { TranscriptFormat } from '@app/subtitles';
import { queryOptions } from '@tanstack/react-query';
import { api, type Episode } from '../../api/api.ts';

const TYPES = { srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

/** The stored transcript as a file of a format; empty when there is none. */
export async function readStored(episode: string, format: TranscriptFormat, signal?: AbortSignal): Promise<string> {
  try {
    const { data } = await api.GET('/api/v1/episodes/{episode}/transcript', {
      params: { path: { episode } },
      headers: { Accept: TYPES[format] },
      parseAs: 'text',
      signal,
    });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return '';
    throw error;
  }
}

/** The transcript that the editor begins with. It is read once a visit, so that a refetch never replaces what the user types. */
export const openedQuery = (episode: string, format: TranscriptFormat | undefined) =>
  queryOptions({
    queryKey: ['transcript', episode],
    queryFn: ({ signal }) => (format === undefined ? '' : readStored(episode, format, signal)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** The time of an upload, which identifies a stored transcript; null when there is none. */
export function revisionOf({ transcript }: Pick<Episode, 'transcript'>): string | null {
  return transcript?.uploaded_at ?? null;
}

/** Replaces the stored transcript. @returns the number of subtitles stored */
export async function upload(episode: string, format: TranscriptFormat, content: string): Promise<number> {
  const { data } = await api.PUT('/api/v1/episodes/{episode}/transcript', { params: { path: { episode } }, body: { format, content } });
  return data.data.segment_count;
}
