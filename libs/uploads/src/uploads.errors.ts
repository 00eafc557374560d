import { AppError, defineErrors } from '@app/http';
import { MAX_UNFINISHED_UPLOADS, MAX_UNUSED_BYTES } from './limits.js';

/** Codes of uploads, and of requests that name one. */
export const uploadCodes = defineErrors({
  upload_in_use: { kind: 'conflict', message: 'A video stock uses the upload.' },
  too_many_uploads: {
    kind: 'conflict',
    message: ({ limit }: { limit: number }) =>
      `You have ${limit} unfinished uploads; at most ${limit} are allowed. Finish or delete some of them.`,
  },
  storage_full: {
    kind: 'conflict',
    message: ({ unused_bytes, limit }: { unused_bytes: number; limit: number }) =>
      `Your uploads that no video stock uses have ${unused_bytes} bytes; with this file they would have more than ${limit}. ` +
      'Delete some of them.',
  },
  upload_not_found: { kind: 'invalid', message: 'There is no such upload.' },
  upload_not_completed: { kind: 'invalid', message: 'The upload is not complete.' },
  upload_already_used: { kind: 'conflict', message: 'Another video stock uses the upload.' },
  invalid_multipart: { kind: 'invalid', message: 'The form is not complete or not well-formed.' },
  file_required: { kind: 'invalid', message: 'The form has no file in the field "file".' },
  empty_file: { kind: 'invalid', message: 'The file is empty.' },
});

/** Errors that concern the upload which the path names, or a new one. */
export const uploadErrors = {
  notFound: () => new AppError('not_found', 'There is no such upload.'),
  inUse: () => uploadCodes.upload_in_use(),
  tooMany: () => uploadCodes.too_many_uploads({ limit: MAX_UNFINISHED_UPLOADS }),
  storageFull: (unusedBytes: number) => uploadCodes.storage_full({ unused_bytes: unusedBytes, limit: MAX_UNUSED_BYTES }),
};

/** Errors of a request whose body names an upload. */
export const uploadIdErrors = {
  notFound: () => uploadCodes.upload_not_found({}, { field: 'upload_id' }),
  notCompleted: () => uploadCodes.upload_not_completed({}, { field: 'upload_id' }),
  alreadyUsed: () => uploadCodes.upload_already_used({}, { field: 'upload_id' }),
};
