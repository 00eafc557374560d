import type { Persistence } from '@app/database';
import { Uploads1790000020000 } from './migrations/1790000020000-uploads.js';
import { UploadLimits1790000070000 } from './migrations/1790000070000-upload-limits.js';
import { Upload } from './upload.entity.js';

export const uploadsPersistence: Persistence = {
  entities: [Upload],
  migrations: [Uploads1790000020000, UploadLimits1790000070000],
  userData: { uploads: { column: 'user_id', hasFiles: true } },
};
