import type { Feature } from '@app/database';
import { episodesPersistence } from './persistence.js';
import { retimeErrors } from './retime/retime.errors.js';

export const episodesFeature: Feature = {
  name: 'episodes',
  document: { tags: { Episodes: 'Episodes and what their releases still lack.' } },
  errors: retimeErrors,
  persistence: episodesPersistence,
  api: async () => (await import('./episodes.api.module.js')).EpisodesApiModule,
};
