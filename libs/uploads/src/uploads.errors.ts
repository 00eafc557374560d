import { AppError, defineErrors } from '@app/http';
import { MAX_UNFINISHED_UPLOADS, MAX_UNUSED_BYTES } from './limits.js';

export const uploadErrors = defineErrors({
  upload_in_use: { kind: 'conflict', message: 'A video stock uses the upload.' },
  too_many_uploads: {
    kind: 'conflict',
    message: `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads, the most that are allowed. Finish or delete some of them.`,
  },
  storage_full: {
    kind: 'conflict',
    message: (of: { unused_bytes: number }) =>
      `Your uploads that no video stock uses have ${of.unused_bytes} bytes. With this file they would have more than ` +
      `${MAX_UNUSED_BYTES}. Delete some of them.`,
  },
  upload_not_found: { kind: 'invalid', message: 'There is no such upload.' },
  upload_not_completed: { kind: 'invalid', message: 'The upload is not complete.' },
  upload_already_used: { kind: 'conflict', message: 'Another video stock uses the upload.' },
  invalid_multipart: { kind: 'invalid', message: 'The form is not complete or not well-formed.' },
  file_required: { kind: 'invalid', message: 'The form has no file in the field "file".' },
  empty_file: { kind: 'invalid', message: 'The file is empty.' },
});

/** 404, for a path that names no upload of the caller. */
export const noSuchUpload = (): AppError => new AppError('not_found', 'There is no such upload.');
