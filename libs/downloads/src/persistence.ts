import type { Persistence } from '@app/database';
import { LoggedDownloads } from './clickhouse/download-log.entity.js';
import { LOG_TIMES } from './clickhouse/log-status.queries.js';
import { DownloadWindow, ListenerKey } from './counting/counting.entities.js';
import { Download } from './download.entity.js';
import { Downloads1790000006000 } from './migrations/1790000006000-downloads.js';
import { Counting1790000031000 } from './migrations/1790000031000-counting.js';
import { DownloadPartitions1790000152000 } from './migrations/1790000152000-download-partitions.js';
import { ShortDownloadLocks1790003300300 } from './migrations/1790003300300-short-download-locks.js';
import { DownloadLog1790003400000 } from './migrations/1790003400000-download-log.js';
import { VacuumDownloads1790004200100 } from './migrations/1790004200100-vacuum-downloads.js';
import { PlainDownloadLog1790004700000 } from './migrations/1790004700000-plain-download-log.js';

export const downloadsPersistence: Persistence = {
  movedByClock: LOG_TIMES,
  entities: [Download, ListenerKey, DownloadWindow, LoggedDownloads],
  migrations: [
    Downloads1790000006000,
    Counting1790000031000,
    DownloadPartitions1790000152000,
    DownloadLog1790003400000,
    ShortDownloadLocks1790003300300,
    VacuumDownloads1790004200100,
    PlainDownloadLog1790004700000,
  ],
  userData: {
    downloads: { column: 'episode_id', of: 'episodes' },
    download_windows: { column: 'episode_id', of: 'episodes' },
    download_log: 'hashes of listeners of all users, for some seconds',
    listener_keys: 'keys of days, for all listeners',
  },
};
