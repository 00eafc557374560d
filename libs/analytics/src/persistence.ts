import type { Persistence } from '@app/database';
import { ShortRetentionLocks1790003300400 } from './migrations/1790003300400-short-retention-locks.js';
import { DailyRollUps1790000032000 } from './migrations/1790000032000-daily-roll-ups.js';
import { QuartersApart1790000033000 } from './migrations/1790000033000-quarters-apart.js';
import { RunningExports1790000080000 } from './migrations/1790000080000-running-exports.js';
import { DownloadsRetention1790000153000 } from './migrations/1790000153000-downloads-retention.js';
import { DownloadDay, DownloadDayState, DownloadQuarters, DownloadsKept } from './roll-ups/roll-up.entities.js';
import { EXPORT_TIMES } from './exports/export-slots.queries.js';
import { RunningExport } from './exports/running-export.entity.js';

export const analyticsPersistence: Persistence = {
  movedByClock: EXPORT_TIMES,
  entities: [DownloadDay, DownloadDayState, DownloadQuarters, DownloadsKept, RunningExport],
  migrations: [
    DailyRollUps1790000032000,
    QuartersApart1790000033000,
    RunningExports1790000080000,
    DownloadsRetention1790000153000,
    ShortRetentionLocks1790003300400,
  ],
  userData: {
    download_days: { column: 'episode_id', of: 'episodes' },
    download_quarters: { column: 'episode_id', of: 'episodes' },
    download_day_states: { column: 'podcast_id', of: 'podcasts' },
    running_exports: { column: 'user_id' },
    downloads_kept: 'one row for the whole table of downloads',
  },
};
