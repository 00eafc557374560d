import type { Feature } from '@app/database';
import { podcastErrors } from './podcasts.errors.js';
import { podcastsPersistence } from './persistence.js';

export const podcastsFeature: Feature = {
  name: 'podcasts',
  errors: podcastErrors,
  persistence: podcastsPersistence,
  api: async () => (await import('./podcasts.api.module.js')).PodcastsApiModule,
};
