import type { Persistence } from '@app/platform';
import { DownloadWindow, ListenerKey } from './counting.entities.js';
import { Download } from './download.entity.js';
import { Downloads1790000006000 } from './migrations/1790000006000-downloads.js';
import { Counting1790000031000 } from './migrations/1790000031000-counting.js';
import { DailyRollUps1790000032000 } from './migrations/1790000032000-daily-roll-ups.js';
import { QuartersApart1790000033000 } from './migrations/1790000033000-quarters-apart.js';
import { DownloadDay, DownloadDayState, DownloadQuarters } from './roll-up.entities.js';

export const analyticsPersistence: Persistence = {
  entities: [Download, ListenerKey, DownloadWindow, DownloadDay, DownloadDayState, DownloadQuarters],
  migrations: [Downloads1790000006000, Counting1790000031000, DailyRollUps1790000032000, QuartersApart1790000033000],
};
