import type { Feature } from '@app/database';
import { downloadLogStatus } from './clickhouse/log-status.queries.js';
import { DownloadsEnv } from './downloads.env.js';
import { downloadsPersistence } from './persistence.js';

export const downloadsFeature: Feature = {
  name: 'downloads',
  persistence: downloadsPersistence,
  environment: DownloadsEnv,
  pathsOutsideApi: ['e/:episode'],
  api: async () => (await import('./downloads.api.module.js')).DownloadsApiModule,
  worker: async () => (await import('./downloads.worker.module.js')).DownloadsWorkerModule,
  status: downloadLogStatus,
  migrate: async (environment) => {
    const env = environment.get(DownloadsEnv);
    if (env.DOWNLOADS_URL === undefined) return [];
    const { migrateClickHouse } = await import('./clickhouse/schema.queries.js');
    return migrateClickHouse(env);
  },
};
