import type { Feature } from '@app/database';
import { QuotaEnv } from './quota.env.js';
import { quotaPersistence } from './persistence.js';

export const quotaFeature: Feature = {
  name: 'quota',
  document: { tags: { 'Video quota': 'Seconds of video that the caller bears.' } },
  persistence: quotaPersistence,
  environment: QuotaEnv,
  api: async () => (await import('./quota.api.module.js')).QuotaApiModule,
  worker: async () => (await import('./quota.worker.module.js')).QuotaWorkerModule,
};
