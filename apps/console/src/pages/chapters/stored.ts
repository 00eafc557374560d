import { queryOptions } from '@tanstack/react-query';
import { api, type Chapter, type Episode } from '../../api/api.ts';
import { readEpisode } from '../../api/episodes.ts';

async function chaptersOf({ id, chapters }: Episode, signal?: AbortSignal): Promise<readonly Chapter[]> {
  if (chapters === null) return [];
  const options = { params: { path: { episode: id } }, cache: 'no-store', signal } as const;
  return (await api.GET('/api/v1/episodes/{episode}/chapters', options)).data.data.chapters;
}

/** The chapters as they are now, past every cache. */
export const readChapters = async (episode: string): Promise<readonly Chapter[]> => chaptersOf(await readEpisode(episode));

/** The chapters that the editor begins with. */
export const chaptersQuery = (episode: Episode) =>
  queryOptions({
    queryKey: ['chapters', episode.id],
    queryFn: ({ signal }) => chaptersOf(episode, signal),
    // A list must not change while a user edits it.
    staleTime: Infinity,
  });
