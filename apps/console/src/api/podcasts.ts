import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { paged } from './paged.ts';

/** The caller's podcasts, a hundred at a time. */
export const podcastsQuery = paged(['podcasts'], (after, signal) =>
  api.GET('/api/v1/podcasts', { params: { query: { first: 100, after } }, signal }),
);

/** Most pages that are read for the title of one podcast: a thousand podcasts, for ten of the caller's requests. */
const MAX_PAGES = 10;

/** The title of a podcast. The API has no route for one podcast: what the loaded list lacks is looked for behind it, once. */
export function usePodcastTitle(podcast: string | undefined): string | undefined {
  const { data } = useInfiniteQuery(podcastsQuery);
  const loaded = data?.pages.flatMap((page) => page.data).find(({ id }) => id === podcast);
  const after = data?.pages.at(-1)?.meta.next_cursor ?? undefined;
  const isBehind = podcast !== undefined && data !== undefined && loaded === undefined && after !== undefined;
  const sought = useQuery({
    queryKey: ['podcast title', podcast],
    queryFn: isBehind ? ({ signal }) => titleBehind(podcast, after, signal) : skipToken,
    staleTime: Infinity,
  });
  return loaded?.title ?? sought.data ?? undefined;
}

/** @returns null if it is not on the next pages */
async function titleBehind(podcast: string, after: string, signal: AbortSignal): Promise<string | null> {
  let left = MAX_PAGES;
  for await (const { data } of api.pages('/api/v1/podcasts', { params: { query: { first: 100, after } }, signal })) {
    const found = data.find(({ id }) => id === podcast);
    if (found) return found.title;
    if ((left -= 1) === 0) break;
  }
  return null;
}
