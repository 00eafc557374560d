import type { Feature } from '@app/database';
import { podcastErrors } from './podcasts.errors.js';
import { podcastsPersistence } from './persistence.js';

export const podcastsFeature: Feature = {
  name: 'podcasts',
  document: { tags: { Podcasts: 'The podcasts whose ownership is confirmed for the caller.' } },
  errors: podcastErrors,
  persistence: podcastsPersistence,
  api: async () => (await import('./podcasts.api.module.js')).PodcastsApiModule,
};
