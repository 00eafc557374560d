import type { QueryKey } from '@tanstack/react-query';
import { api, paged, single, type Stock } from './api.ts';

export const quotaQuery = single(['quota'], (signal) => api.GET('/api/v1/video-quota', { signal }));

export const stocksQuery = (podcast: string, status: Stock['status'] | undefined) =>
  paged(['stocks', podcast, status ?? 'all'], (after, signal) =>
    api.GET('/api/v1/video-stocks', { params: { query: { podcast_id: podcast, status, after } }, signal }),
  );

/** Finished uploads, the latest first. */
export const uploadsQuery = paged(['uploads'], (after, signal) =>
  api.GET('/api/v1/uploads', { params: { query: { status: 'completed', first: 100, after } }, signal }),
);

/** The queries to load again when a video of a podcast has changed. */
export const changesOfVideos = (podcast: string): readonly QueryKey[] => [
  ['stocks', podcast],
  ['quota'],
  ['podcasts', podcast, 'episodes'],
  ['episodes'],
  ['uploads'],
];

export const stockName = ({ title, client_key: key }: Stock): string => (title === null || title.trim() === '' ? key : title);

/** The episode that a video waits for: by its GUID, its title or both. */
export function matchOf(guid: string, title: string): { guid?: string; title?: string } | null {
  if (guid === '' && title === '') return null;
  return { ...(guid === '' ? {} : { guid }), ...(title === '' ? {} : { title }) };
}
