import type { Feature } from '@app/database';
import { episodesPersistence } from './persistence.js';

export const episodesFeature: Feature = {
  name: 'episodes',
  document: { tags: { Episodes: 'Episodes and what their releases still lack.' } },
  persistence: episodesPersistence,
  api: async () => (await import('./episodes.api.module.js')).EpisodesApiModule,
};
