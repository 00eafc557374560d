import type { Feature } from '@app/database';
import { UploadsEnv } from './uploads.env.js';
import { uploadsPersistence } from './persistence.js';
import { uploadErrors } from './uploads.errors.js';

const TUS_HEADERS = ['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires', 'Upload-Defer-Length', 'Upload-Concat']; // prettier-ignore

export const uploadsFeature: Feature = {
  name: 'uploads',
  document: { tags: { Uploads: 'Files of up to 50 GiB, in one request or resumable by tus 1.0.' } },
  persistence: uploadsPersistence,
  environment: UploadsEnv,
  errors: uploadErrors,
  exposedHeaders: TUS_HEADERS,
  api: async () => (await import('./uploads.api.module.js')).UploadsApiModule,
  worker: async () => (await import('./uploads.worker.module.js')).UploadsWorkerModule,
};
