import type { Feature } from '@app/database';
import { stockErrors } from './video-stocks.errors.js';
import { videoStocksPersistence } from './persistence.js';
import { videoStocksStatus } from './video-stocks-status.queries.js';

export const videoStocksFeature: Feature = {
  name: 'video-stocks',
  document: { tags: { 'Video stocks': 'Videos registered ahead of their episodes.' } },
  errors: stockErrors,
  persistence: videoStocksPersistence,
  api: async () => (await import('./video-stocks.api.module.js')).VideoStocksApiModule,
  worker: async () => (await import('./video-stocks.worker.module.js')).VideoStocksWorkerModule,
  status: videoStocksStatus,
};
