import type { QueryKey } from '@tanstack/react-query';
import { t } from '../texts/language.ts';
import { api, paged, single, type Episode, type Missing } from './api.ts';

export const PARTS: readonly Missing[] = ['transcript', 'chapters', 'video'];

export type EpisodeFilter = { readonly missing: readonly Missing[]; readonly words: string };

/** The filter that an address names: `?missing=chapters,video`. */
export function filterOf(search: URLSearchParams): EpisodeFilter {
  const asked = search.get('missing')?.split(',') ?? [];
  return { missing: PARTS.filter((part) => asked.includes(part)), words: search.get('q') ?? '' };
}

/** Whether the API can search for words: it needs a letter or a digit. */
export const isSearchable = (words: string): boolean => /[\p{L}\p{N}]/u.test(words);

/**
 * The episodes of a podcast that lack all of `missing` and have the words in their title: those without a date first,
 * then the latest.
 */
export const episodesQuery = (podcast: string, { missing, words }: EpisodeFilter) =>
  paged(['podcasts', podcast, 'episodes', missing.join(), words], (after, signal) => {
    const filter = { missing: missing.length === 0 ? undefined : [...missing], q: isSearchable(words) ? words.trim() : undefined };
    const params = { path: { podcast }, query: { first: 100, after, ...filter } };
    return api.GET('/api/v1/podcasts/{podcast}/episodes', { params, signal });
  });

/** The episodes with these ids, at most 100. */
export const namedQuery = (podcast: string, ids: readonly string[]) =>
  single(['podcasts', podcast, 'named', ids.join()], (signal) =>
    api.GET('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query: { first: 100, ids } }, signal }),
  );

export const episodeQuery = (episode: string) =>
  single(['episodes', episode], (signal) => api.GET('/api/v1/episodes/{episode}', { params: { path: { episode } }, signal }));

/** The episode as it is now, past every cache. */
export async function readEpisode(episode: string): Promise<Episode> {
  return (await api.GET('/api/v1/episodes/{episode}', { params: { path: { episode } }, cache: 'no-store' })).data.data;
}

/** The queries to load again when an episode has changed. */
export const changesOf = ({ id, podcast_id: podcast }: Episode): readonly QueryKey[] => [
  ['episodes', id],
  ['podcasts', podcast],
];

/** A title as a link needs it: some are blank, or of characters that nobody sees. */
export function titleOf({ title }: Pick<Episode, 'title'>): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : t('Untitled episode');
}
