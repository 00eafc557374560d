import { queryOptions, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { paged } from './paged.ts';
import { api, type Stock } from './api.ts';

/** Waits of half a minute each for a video to be read. */
const MAX_WAITS = 20;

export const quotaQuery = queryOptions({
  queryKey: ['quota'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/video-quota', { signal })).data.data,
});

/** The video stocks of a podcast. */
export const stocksQuery = (podcast: string, status: Stock['status'] | undefined) =>
  paged(['stocks', podcast, status ?? 'all'], (after, signal) =>
    api.GET('/api/v1/video-stocks', { params: { query: { podcast_id: podcast, status, after } }, signal }),
  );

/** Waits until a video has been read. @returns its stock, in `processing` still after ten minutes */
export async function readStock(stock: string, signal: AbortSignal): Promise<Stock> {
  const read = async () =>
    (await api.GET('/api/v1/video-stocks/{stock}', { params: { path: { stock }, query: { wait: 30 } }, signal })).data.data;
  let found = await read();
  for (let waits = 1; found.status === 'processing' && waits < MAX_WAITS; waits++) found = await read();
  return found;
}

/** Uploads, the latest first. At most 100 of a caller are unfinished (`receiving`), so these are one page. */
export const uploadsQuery = (status: 'receiving' | 'completed') =>
  paged(['uploads', status], (after, signal) => api.GET('/api/v1/uploads', { params: { query: { status, first: 100, after } }, signal }));

/** The queries to load again when a video of a podcast has changed. */
export const changesOfVideos = (podcast: string): readonly QueryKey[] => [
  ['stocks', podcast],
  ['quota'],
  ['podcasts', podcast, 'episodes'],
  ['episodes'],
  ['uploads'],
];

export const stockName = ({ title, client_key: key }: Stock): string => (title === null || title.trim() === '' ? key : title);

type Pages = InfiniteData<{ readonly data: readonly Stock[] }>;

/** Shows a stock as it will be. @returns what takes that back */
export function showAtOnce(client: QueryClient, stock: Stock): () => void {
  const before = client.getQueriesData<Pages>({ queryKey: ['stocks', stock.podcast_id] });
  client.setQueriesData<Pages>({ queryKey: ['stocks', stock.podcast_id] }, (lists) => {
    if (!lists) return lists;
    const pages = lists.pages.map((page) => ({ ...page, data: page.data.map((one) => (one.id === stock.id ? stock : one)) }));
    return { ...lists, pages };
  });
  return () => before.forEach(([key, data]) => client.setQueryData(key, data));
}
