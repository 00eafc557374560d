import type { Feature } from '@app/database';
import { RateLimitEnv } from './rate-limit.env.js';
import { rateLimitPersistence } from './persistence.js';

export const rateLimitFeature: Feature = {
  name: 'rate-limit',
  persistence: rateLimitPersistence,
  environment: RateLimitEnv,
  api: async () => (await import('./rate-limit.module.js')).RateLimitModule,
  worker: async () => (await import('./rate-limit.worker.module.js')).RateLimitWorkerModule,
};
