import type { Feature } from '@app/database';
import { downloadsPersistence } from './persistence.js';

export const downloadsFeature: Feature = {
  name: 'downloads',
  persistence: downloadsPersistence,
  pathsOutsideApi: ['e/:episode'],
  api: async () => (await import('./downloads.api.module.js')).DownloadsApiModule,
  worker: async () => (await import('./downloads.worker.module.js')).DownloadsWorkerModule,
};
