import type { Feature } from '@app/platform';
import { ownershipErrors } from './podcasts.errors.js';
import { podcastsPersistence } from './persistence.js';

export const podcastsFeature: Feature = {
  name: 'podcasts',
  errors: ownershipErrors,
  persistence: podcastsPersistence,
  api: async () => (await import('./podcasts.module.js')).PodcastsModule,
};
