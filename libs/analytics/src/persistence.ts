import type { Persistence } from '@app/platform';
import { Download } from './download.entity.js';
import { Downloads1790000006000 } from './migrations/1790000006000-downloads.js';

export const analyticsPersistence: Persistence = { entities: [Download], migrations: [Downloads1790000006000] };
