import type { Feature } from '@app/platform';
import { authPersistence } from './persistence.js';

export const authFeature: Feature = {
  name: 'auth',
  persistence: authPersistence,
  api: async () => (await import('./auth.module.js')).AuthModule,
};
