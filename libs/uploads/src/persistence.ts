import type { Persistence } from '@app/platform';
import { Uploads1790000020000 } from './migrations/1790000020000-uploads.js';
import { Upload } from './upload.entity.js';

export const uploadsPersistence: Persistence = { entities: [Upload], migrations: [Uploads1790000020000] };
