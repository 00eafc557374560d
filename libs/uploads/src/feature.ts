import type { Feature } from '@app/platform';
import { uploadCodes } from './uploads.errors.js';
import { UploadsEnv } from './uploads.env.js';
import { uploadsPersistence } from './persistence.js';

export const uploadsFeature: Feature = {
  name: 'uploads',
  errors: uploadCodes,
  persistence: uploadsPersistence,
  environment: UploadsEnv,
  api: async () => (await import('./uploads.module.js')).UploadsModule,
  worker: async () => (await import('./uploads.module.js')).UploadsWorkerModule,
};
