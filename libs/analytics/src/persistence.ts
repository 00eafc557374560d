import type { Persistence } from '@app/platform';
import { DailyRollUps1790000032000 } from './migrations/1790000032000-daily-roll-ups.js';
import { QuartersApart1790000033000 } from './migrations/1790000033000-quarters-apart.js';
import { DownloadDay, DownloadDayState, DownloadQuarters } from './roll-up.entities.js';

export const analyticsPersistence: Persistence = {
  entities: [DownloadDay, DownloadDayState, DownloadQuarters],
  migrations: [DailyRollUps1790000032000, QuartersApart1790000033000],
};
