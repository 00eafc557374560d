import type { Feature } from '@app/database';
import { authErrors } from './auth.errors.js';
import { authPersistence } from './persistence.js';

export const authFeature: Feature = {
  name: 'auth',
  errors: authErrors,
  persistence: authPersistence,
  api: async () => (await import('./auth.api.module.js')).AuthApiModule,
};
