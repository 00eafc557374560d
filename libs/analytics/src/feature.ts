import type { Feature } from '@app/database';
import { analyticsErrors } from './analytics.errors.js';
import { analyticsPersistence } from './persistence.js';
import { analyticsStatus } from './analytics-status.queries.js';

export const analyticsFeature: Feature = {
  name: 'analytics',
  document: { tags: { Analytics: 'Downloads by day and episode, and the redirect that counts them.' } },
  persistence: analyticsPersistence,
  errors: analyticsErrors,
  api: async () => (await import('./analytics.api.module.js')).AnalyticsApiModule,
  worker: async () => (await import('./analytics.worker.module.js')).AnalyticsWorkerModule,
  status: analyticsStatus,
};
