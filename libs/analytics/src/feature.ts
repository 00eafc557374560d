import type { Feature } from '@app/platform';
import { analyticsPersistence } from './persistence.js';
import { analyticsStatus } from './analytics-status.queries.js';

export const analyticsFeature: Feature = {
  name: 'analytics',
  persistence: analyticsPersistence,
  api: async () => (await import('./analytics.module.js')).AnalyticsApiModule,
  worker: async () => (await import('./analytics.module.js')).AnalyticsWorkerModule,
  status: analyticsStatus,
};
