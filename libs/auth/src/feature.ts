import type { Feature } from '@app/database';
import { authErrors } from './auth.errors.js';
import { authPersistence } from './persistence.js';

export const authFeature: Feature = {
  name: 'auth',
  document: { tags: { Token: 'The token of the request, and the tokens that a user makes.' } },
  errors: authErrors,
  persistence: authPersistence,
  worker: async () => (await import('./auth.worker.module.js')).AuthWorkerModule,
  api: async () => (await import('./auth.api.module.js')).AuthApiModule,
};
