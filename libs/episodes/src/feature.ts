import type { Feature } from '@app/database';
import { episodesPersistence } from './persistence.js';

export const episodesFeature: Feature = {
  name: 'episodes',
  persistence: episodesPersistence,
  api: async () => (await import('./episodes.api.module.js')).EpisodesApiModule,
};
