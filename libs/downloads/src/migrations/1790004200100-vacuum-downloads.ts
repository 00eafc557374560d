import { AutovacuumOf } from '@app/database/migrations';

/** Downloads are inserted alone; windows and the log are updated and deleted all the time. */
export class VacuumDownloads1790004200100 extends AutovacuumOf({
  downloads: { vacuum_insert: 0.05, analyze: 0.02 },
  download_windows: { vacuum: 0.02 },
  download_log: { vacuum: 0.02 },
}) {}
