import { queryOptions } from '@tanstack/react-query';
import { paged } from './paged.ts';
import { api, type Episode, type Missing } from './api.ts';

export const PARTS: readonly Missing[] = ['transcript', 'chapters', 'video'];

export type EpisodeFilter = { readonly missing: readonly Missing[]; readonly words: string };

/** The filter that an address names: `?missing=chapters,video`. */
export function filterOf(search: URLSearchParams): EpisodeFilter {
  const asked = search.get('missing')?.split(',') ?? [];
  return { missing: PARTS.filter((part) => asked.includes(part)), words: search.get('q') ?? '' };
}

/** Whether the API can search for words: it needs a letter or a digit. */
export const isSearchable = (words: string): boolean => /[\p{L}\p{N}]/u.test(words);

/** The episodes of a podcast that lack all of `missing` and have the words in their title: those without a date first, then the latest. */
export const episodesQuery = (podcast: string, { missing, words }: EpisodeFilter) =>
  paged(['podcasts', podcast, 'episodes', missing.join(), words], (after, signal) => {
    const query = {
      first: 100,
      after,
      missing: missing.length === 0 ? undefined : [...missing],
      q: isSearchable(words) ? words.trim() : undefined,
    };
    return api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query }, signal });
  });

/** The episodes with these ids, at most 100. */
export const namedQuery = (podcast: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['podcasts', podcast, 'named', ids.join()],
    queryFn: async ({ signal }) => {
      const query = { first: 100, ids };
      return (await api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query }, signal })).data.data;
    },
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
