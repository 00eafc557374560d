import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type Episode, type Missing } from './api.ts';

export const PARTS: readonly Missing[] = ['transcript', 'chapters', 'video'];

/** The filter that an address names: `?missing=chapters,video`. */
export function missingOf(search: URLSearchParams): readonly Missing[] {
  const asked = search.get('missing')?.split(',') ?? [];
  return PARTS.filter((part) => asked.includes(part));
}

/** The episodes of a podcast that lack all of `missing`: unpublished ones first, then the latest. */
export const episodesQuery = (podcast: string, missing: readonly Missing[]) =>
  infiniteQueryOptions({
    queryKey: ['podcasts', podcast, 'episodes', ...missing],
    queryFn: async ({ pageParam, signal }) => {
      const query = { first: 50, after: pageParam, missing: missing.length === 0 ? undefined : [...missing] };
      return (await api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query }, signal })).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });

export const episodeQuery = (episode: string) =>
  queryOptions({
    queryKey: ['episodes', episode],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/episodes/{episode}', { params: { path: { episode } }, signal })).data.data,
  });

/** The episode as it is now, past every cache. */
export async function readEpisode(episode: string): Promise<Episode> {
  return (await api.GET('/api/v1/episodes/{episode}', { params: { path: { episode } }, cache: 'no-store' })).data.data;
}
