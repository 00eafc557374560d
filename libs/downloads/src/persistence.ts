import type { Persistence } from '@app/database';
import { DownloadWindow, ListenerKey } from './counting/counting.entities.js';
import { Download } from './download.entity.js';
import { Downloads1790000006000 } from './migrations/1790000006000-downloads.js';
import { Counting1790000031000 } from './migrations/1790000031000-counting.js';
import { DownloadPartitions1790000152000 } from './migrations/1790000152000-download-partitions.js';

export const downloadsPersistence: Persistence = {
  entities: [Download, ListenerKey, DownloadWindow],
  migrations: [Downloads1790000006000, Counting1790000031000, DownloadPartitions1790000152000],
  userData: {
    downloads: { column: 'episode_id', of: 'episodes' },
    download_windows: { column: 'episode_id', of: 'episodes' },
    listener_keys: 'keys of days, for all listeners',
  },
};
