import type { Feature } from '@app/platform';
import { analyticsPersistence } from './persistence.js';

export const analyticsFeature: Feature = {
  name: 'analytics',
  persistence: analyticsPersistence,
  api: async () => (await import('./analytics.module.js')).AnalyticsApiModule,
  worker: async () => (await import('./analytics.module.js')).AnalyticsWorkerModule,
};
