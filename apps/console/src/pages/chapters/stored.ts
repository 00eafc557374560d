import { queryOptions } from '@tanstack/react-query';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { readEpisode } from '../../api/episodes.ts';

/** The chapters that are stored, and their ETag: null when there are none. */
export type Stored = { readonly chapters: readonly Chapter[]; readonly etag: string | null };

async function chaptersOf({ id, chapters }: Episode, signal?: AbortSignal): Promise<Stored> {
  if (chapters === null) return { chapters: [], etag: null };
  const options = { params: { path: { episode: id } }, cache: 'no-store', signal } as const;
  const { data, response } = await api.GET('/api/v1/episodes/{episode}/chapters', options);
  return { chapters: data.data.chapters, etag: response.headers.get('ETag') };
}

/** The chapters as they are now, past every cache. */
export const readChapters = async (episode: string): Promise<Stored> => chaptersOf(await readEpisode(episode));

/** The chapters that the editor begins with. */
export const chaptersQuery = (episode: Episode) =>
  queryOptions({
    queryKey: ['chapters', episode.id],
    queryFn: ({ signal }) => chaptersOf(episode, signal),
    // A list must not change while a user edits it.
    staleTime: Infinity,
  });
