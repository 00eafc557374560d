import type { Feature } from '@app/platform';
import { podcastsPersistence } from './persistence.js';

export const podcastsFeature: Feature = {
  name: 'podcasts',
  persistence: podcastsPersistence,
  api: async () => (await import('./podcasts.module.js')).PodcastsModule,
};
