import { ownership } from '@app/auth';
import { UploadsService } from './uploads.service.js';

/** The upload in the path is the caller's (404 otherwise), also when it has expired and is not swept yet. */
export const { Owns: OwnsUpload, The: TheUpload } = ownership('upload', UploadsService, (uploads, id, { userId }) =>
  uploads.owned(id, userId),
);
