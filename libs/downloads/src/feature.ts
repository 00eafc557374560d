import type { Feature } from '@app/platform';
import { downloadsPersistence } from './persistence.js';

export const downloadsFeature: Feature = {
  name: 'downloads',
  persistence: downloadsPersistence,
  api: async () => (await import('./downloads.module.js')).DownloadsApiModule,
  worker: async () => (await import('./downloads.module.js')).DownloadsWorkerModule,
};
