import type { Feature } from '@app/database';
import { FeedsEnv } from './feeds.env.js';
import { feedErrors } from './feeds.errors.js';
import { feedsPersistence } from './persistence.js';
import { feedsStatus } from './feeds-status.queries.js';

export const feedsFeature: Feature = {
  name: 'feeds',
  document: { tags: { 'RSS refetch': 'Episodes out of the feed of a podcast.' } },
  errors: feedErrors,
  persistence: feedsPersistence,
  environment: FeedsEnv,
  api: async () => (await import('./feeds.api.module.js')).FeedsApiModule,
  worker: async () => (await import('./feeds.worker.module.js')).FeedsWorkerModule,
  status: feedsStatus,
};
