import { isId } from '@app/database';
import { analyticsErrors } from './analytics.errors.js';
import type { AnalyticsQueries } from './analytics.queries.js';
import type { Subject } from './figures.js';

/** Whose figures are asked for. @throws AppError 422 `episode_not_found` when the podcast has no such episode */
export async function subjectOf(queries: AnalyticsQueries, podcastId: string, episodeId: string | undefined): Promise<Subject> {
  if (episodeId === undefined) return { podcastId, episodeId: null };
  if (!isId(episodeId) || !(await queries.hasEpisode(podcastId, episodeId))) {
    throw analyticsErrors.episode_not_found({}, { field: 'episode_id' });
  }
  return { podcastId, episodeId };
}
