import type { Feature } from '@app/platform';
import { videoStockErrors } from './video-stocks.errors.js';
import { videoStocksPersistence } from './persistence.js';
import { videoStocksStatus } from './video-stocks-status.queries.js';

export const videoStocksFeature: Feature = {
  name: 'video-stocks',
  persistence: videoStocksPersistence,
  errors: videoStockErrors,
  api: async () => (await import('./video-stocks.module.js')).VideoStocksApiModule,
  worker: async () => (await import('./video-stocks.module.js')).VideoStocksWorkerModule,
  status: videoStocksStatus,
};
