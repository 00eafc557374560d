import { AppError, invalid } from '@app/http';
import { MAX_UNFINISHED_UPLOADS, MAX_UNUSED_BYTES } from './limits.js';

function conflict(field: string | null, code: string, message: string): AppError {
  return new AppError('conflict', message, { errors: [{ field, code, message }] });
}

/** What the owner of an upload is told (docs/errors.md). */
export const uploadErrors = {
  notFound: () => new AppError('not_found', 'There is no such upload.'),
  inUse: () => conflict(null, 'upload_in_use', 'A video stock uses the upload.'),
  tooMany: () =>
    conflict(
      null,
      'too_many_uploads',
      `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads; at most ${MAX_UNFINISHED_UPLOADS} are allowed. Finish or delete some of them.`,
    ),
  storageFull: (unusedBytes: number) =>
    conflict(
      null,
      'storage_full',
      `Your uploads that no video stock uses have ${unusedBytes} bytes; with this file they would have more than ${MAX_UNUSED_BYTES}. ` +
        'Delete some of them.',
    ),
};

/** What the user of an upload is told whose request names one. */
export const uploadIdErrors = {
  notFound: () => invalid('upload_id', 'upload_not_found', 'There is no such upload.'),
  notCompleted: () => invalid('upload_id', 'upload_not_completed', 'The upload is not complete.'),
  alreadyUsed: () => conflict('upload_id', 'upload_already_used', 'Another video stock uses the upload.'),
};
